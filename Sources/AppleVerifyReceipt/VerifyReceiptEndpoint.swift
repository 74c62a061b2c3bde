public import ReceiptEssentials
internal import ReceiptFields
public import ReceiptKit

/// An offline replacement for Apple's verifyReceipt endpoint. It responds with the same bytes as Apple's server, in the same order, and
/// derives these bytes only from the receipt.
///
/// ```swift
/// let endpoint = VerifyReceiptEndpoint(
///     policy: ReceiptPolicy(
///         bundleIdentifier: "com.example.app", device: .unchecked),
///     sharedSecret: nil, environment: .production)
/// let answer = endpoint.response(method: "POST", body: body, at: Date())
/// ```
///
/// Call it from a route of your web framework, and always respond with the HTTP status 200: as with Apple, errors are in `status`. Create
/// one endpoint for each environment and keep it, like a verifier. Clients that get 21007 from production send the receipt to sandbox.
///
/// If the policy accepts iOS 6 transaction receipts (``ReceiptKit/ReceiptPolicy/transactionReceipts``), the endpoint responds to them in
/// their own form, with 21006 if the subscription has expired.
///
/// Evidence doesn't reflect events after its signing date. If you keep later evidence, pass its ledger as `knowing`, or accept it in the
/// request as `evidence`, a list of anything that ``ReceiptKit/ReceiptVerifier/verify(evidence:at:)-(Collection<UInt8>,_)`` accepts. The
/// response then contains the same values as Apple's response would. If a piece of evidence is rejected, the status is 21003, unless the
/// receipt causes a different one. Without later evidence, `latest_receipt_info` contains the receipt's own purchases, and
/// `pending_renewal_info` is omitted or empty. `latest_receipt` is always the receipt in the request. Source of the form: responses of
/// Apple's server from 2018 to 2022.
public struct VerifyReceiptEndpoint: Sendable {
    /// One of Apple's two endpoints, which the endpoint replaces.
    public enum Environment: Hashable, Sendable {
        /// `buy.itunes.apple.com`, which responds to sandbox receipts with 21007.
        case production
        /// `sandbox.itunes.apple.com`, which responds to production receipts with 21008.
        case sandbox

        /// Chooses the endpoint of a program that accepts these environments and names no endpoint: the sandbox endpoint if sandbox is the
        /// only environment.
        package init(for environments: Set<StoreEnvironment>?) {
            self = environments == [.sandbox] ? .sandbox : .production
        }

        /// The environment whose receipts the endpoint accepts. A program that names an endpoint but no environments accepts this one.
        package var storeEnvironment: StoreEnvironment { self == .production ? .production : .sandbox }
    }

    /// The form of `pending_renewal_info` in a response for auto-renewable subscriptions if there is no later evidence. Receipts don't
    /// contain renewal infos.
    public enum PendingRenewalInfo: Hashable, Sendable {
        /// `pending_renewal_info` is omitted, as in some of Apple's responses.
        case leftOut
        /// The member is an empty array, for clients that fail if it is absent.
        case empty
    }

    /// The one of Apple's two endpoints that this endpoint replaces.
    public let environment: Environment
    private let verifier: ReceiptVerifier
    private let sharedSecrets: Set<String>?
    private let pendingRenewalInfo: PendingRenewalInfo
    private let accepted: Set<StoreEnvironment>?

    /// Creates an endpoint for receipts that satisfy a policy.
    ///
    /// - Parameters:
    ///   - policy: the policy that receipts must satisfy. Its environments are ignored: `environment` replaces them.
    ///   - sharedSecret: the secret to accept. The status is 21004 for a verified receipt that comes with another `password`. It is also
    ///     21004 if there is no `password` and the receipt has auto-renewable subscriptions. If the secret is nil, the endpoint ignores
    ///     `password`.
    ///   - environment: the one of Apple's endpoints to replace.
    ///   - pendingRenewalInfo: the form of `pending_renewal_info`, omitted or empty.
    public init(
        policy: ReceiptPolicy, sharedSecret: String?, environment: Environment,
        pendingRenewalInfo: PendingRenewalInfo = .leftOut
    ) {
        self.init(
            policy: policy, sharedSecrets: sharedSecret.map { [$0] }, environment: environment,
            pendingRenewalInfo: pendingRenewalInfo)
    }

    /// Creates an endpoint that accepts several shared secrets, for instance while one is being replaced.
    ///
    /// - Parameters:
    ///   - policy: the policy that receipts must satisfy. Its environments are ignored: `environment` replaces them.
    ///   - sharedSecrets: the secrets to accept. The status is 21004 for a verified receipt that comes with any other `password`. It is
    ///     also 21004 if there is no `password` and the receipt has auto-renewable subscriptions. If the set is nil, the endpoint ignores
    ///     `password`; if it is empty, the endpoint rejects every password.
    ///   - environment: the one of Apple's endpoints to replace.
    ///   - accepted: the environments that your server accepts, or nil for the environment of this endpoint. If that environment isn't one
    ///     of them, the status for a verified receipt is 21003. The statuses 21007 and 21008 don't change, so clients still try the other
    ///     endpoint.
    ///   - pendingRenewalInfo: the form of `pending_renewal_info`, omitted or empty.
    public init(
        policy: ReceiptPolicy, sharedSecrets: Set<String>?, environment: Environment,
        accepting accepted: Set<StoreEnvironment>? = nil, pendingRenewalInfo: PendingRenewalInfo = .leftOut
    ) {
        var policy = policy
        policy.environments = [environment.storeEnvironment]
        self.environment = environment
        self.accepted = accepted
        self.sharedSecrets = sharedSecrets
        self.pendingRenewalInfo = pendingRenewalInfo
        verifier = ReceiptVerifier(policy: policy)
    }

    /// Returns the JSON body of the response to a request: the body of the value that ``answer(method:body:knowing:at:)`` returns.
    public func response(
        method: String, body: some Collection<UInt8>, knowing ledger: PurchaseLedger? = nil, at now: Date
    ) -> [UInt8] {
        answer(method: method, body: body, knowing: ledger, at: now).body
    }

    /// Returns the response to a request, with its status and error for logs and metrics.
    ///
    /// - Parameters:
    ///   - method: the request's HTTP method. Any but `POST` leads to status 21000.
    ///   - body: the request's body, with any contents: `[UInt8]`, `Data`, or another collection.
    ///   - ledger: later evidence, from notifications or the App Store Server API. `latest_receipt_info` then contains later renewals,
    ///     refunds and upgrades, and `pending_renewal_info` is present. The endpoint uses only purchases whose original transaction is also
    ///     in the receipt, and nothing from a ledger for another app, environment or trust store.
    ///   - now: the time of the request, which the response repeats as `request_date`.
    public func answer(
        method: String, body: some Collection<UInt8>, knowing ledger: PurchaseLedger? = nil, at now: Date
    ) -> VerifyReceiptAnswer {
        let answer = answerOfItsEnvironment(method, body, ledger, at: now)
        guard answer.isVerified, let accepted, !accepted.contains(environment.storeEnvironment) else { return answer }
        return VerifyReceiptAnswer(
            status: 21003, error: .environmentMismatch(found: environment.storeEnvironment, accepted: accepted))
    }

    /// Returns the response, regardless of whether the endpoint's environment is accepted.
    private func answerOfItsEnvironment(
        _ method: String, _ body: some Collection<UInt8>, _ ledger: PurchaseLedger?, at now: Date
    ) -> VerifyReceiptAnswer {
        guard method == "POST" else { return VerifyReceiptAnswer(status: 21000) }
        do throws(Refusal) {
            let request = try VerifyReceiptRequest(Array(body), limits: verifier.policy.limits)
            var json = AppleJSON()
            let text = request.receiptData.drop { $0 <= 0x20 }
            if InputFormat.detectInBase64(text) == .transactionReceipt {
                let receipt = try verifiedTransactionReceipt(text, at: now)
                try checkSecret(request.password, isRenewable: receipt.expirationDate != nil)
                let status = json.answer(receipt.transactionReceipt, to: request, at: now)
                if status == 0 { _ = try verified(request.evidence, at: now) }
                return VerifyReceiptAnswer(status: status, body: json.bytes)
            }
            let receipt = try verified(request.receiptData, at: now)
            let isRenewable = receipt.purchases.contains(where: \.isAutoRenewable)
            try checkSecret(request.password, isRenewable: isRenewable)
            let later = try Self.laterRows(receipt, ledger, try verified(request.evidence, at: now), at: now)
            json.answer(
                receipt.receipt, knowing: later, to: request, isRenewable: isRenewable, environment: environment,
                pendingRenewalInfo: pendingRenewalInfo, at: now)
            return VerifyReceiptAnswer(status: 0, body: json.bytes)
        } catch {
            return VerifyReceiptAnswer(status: error.status, error: error.error)
        }
    }

    /// Returns the purchases and renewal infos from later evidence. Nil if no evidence was sent and the ledger isn't for the same app,
    /// environment and trust store.
    private static func laterRows(
        _ receipt: VerifiedReceipt, _ ledger: PurchaseLedger?, _ evidence: [VerifiedEvidence], at now: Date
    ) throws(Refusal) -> LaterRows? {
        var known: PurchaseLedger?
        do throws(LedgerError) { known = try ledger?.merging(receipt) } catch { known = nil }
        if !evidence.isEmpty {
            do throws(LedgerError) {
                let ledger = if let known { known } else { try PurchaseLedger(merging: [receipt]) }
                known = try ledger.merging(VerifiedEvidence.list(evidence))
            } catch { throw Refusal(status: 21003) }
        }
        return known.map { LaterRows(receipt, $0, at: now) }
    }

    /// Verifies evidence that was sent with the receipt. An empty page of the App Store Server API adds nothing.
    private func verified(_ evidence: [ArraySlice<UInt8>], at now: Date) throws(Refusal) -> [VerifiedEvidence] {
        var verified: [VerifiedEvidence] = []
        for piece in evidence {
            do throws(VerificationError) {
                verified.append(try verifier.verify(evidence: piece, at: now))
            } catch {
                if error.isEmptyPage { continue }
                throw Refusal(status: 21003, error: error)
            }
        }
        return verified
    }

    private func verified(_ receiptData: ArraySlice<UInt8>, at now: Date) throws(Refusal) -> VerifiedReceipt {
        let receipt: UnverifiedReceipt
        do throws(FormatError) {
            let limits = verifier.policy.limits
            receipt = try UnverifiedReceipt(
                try UnverifiedReceipt.bytes(base64: receiptData, limits: limits), limits: limits)
        } catch { throw Refusal(.malformed(error)) }
        do throws(VerificationError) { return try verifier.verify(receipt, at: now) } catch {
            throw Self.isOfXcode(receipt) ? Refusal(status: 21002, error: error) : Refusal(error)
        }
    }

    /// Returns true if a rejected receipt claims to be from Xcode. Apple's server doesn't know such receipts.
    private static func isOfXcode(_ receipt: UnverifiedReceipt) -> Bool {
        do throws(FormatError) { return try receipt.unverified.environment.isXcode } catch { return false }
    }

    private func verifiedTransactionReceipt(
        _ text: ArraySlice<UInt8>, at now: Date
    ) throws(Refusal) -> VerifiedTransactionReceipt {
        do throws(VerificationError) { return try verifier.verify(transactionReceipt: text, at: now) } catch {
            throw Refusal(error)
        }
    }

    private func checkSecret(_ password: [UInt8]?, isRenewable: Bool) throws(Refusal) {
        guard let sharedSecrets else { return }
        let isAccepted = password.map { password in
            sharedSecrets.contains { password.isEqualInConstantTime(to: $0.utf8) }
        }
        if !(isAccepted ?? !isRenewable) { throw Refusal(status: 21004) }
    }
}

/// An error to which the endpoint responds with only a status.
struct Refusal: Error {
    let status: Int
    let error: VerificationError?

    init(status: Int, error: VerificationError? = nil) { (self.status, self.error) = (status, error) }

    init(_ error: VerificationError) { self.init(status: error.verifyReceiptStatus, error: error) }
}
