public import ReceiptEssentials
internal import ReceiptFields
public import ReceiptKit

/// Answers requests for Apple's verifyReceipt, offline: the same bytes in the same order, from the receipt alone.
///
/// ```swift
/// let endpoint = VerifyReceiptEndpoint(
///     policy: ReceiptPolicy(
///         bundleIdentifier: "com.example.app", device: .unchecked),
///     sharedSecret: nil, environment: .production)
/// let answer = endpoint.response(method: "POST", body: body, at: Date())
/// ```
///
/// Put it behind a route of your web framework, and always answer with the HTTP status 200: errors are in `status`, as with Apple.
/// Make one and keep it, as with a verifier, and make one for each environment: clients that get 21007 from production send
/// the receipt to sandbox.
///
/// An iOS 6 transaction receipt is answered in its own form, with 21006 if its subscription has expired, if the policy accepts such
/// receipts: ``ReceiptKit/ReceiptPolicy/transactionReceipts``.
///
/// Evidence doesn't reflect events after its signing date. If you keep later evidence, pass its ledger as `knowing`, or let the request
/// have it as `evidence`, a list of whatever ``ReceiptKit/ReceiptVerifier/verify(evidence:at:)-(Collection<UInt8>,_)`` takes: the answer then has
/// what Apple's would. If a piece is rejected, the status is 21003, unless the receipt has another one.
/// Without later evidence, `latest_receipt_info` has the receipt's own purchases and `pending_renewal_info` is left out or empty.
/// `latest_receipt` is always the receipt that was sent. Source of the form: answers of Apple's server from 2018 to 2022.
public struct VerifyReceiptEndpoint: Sendable {
    /// Which of Apple's two endpoints it replaces.
    public enum Environment: Hashable, Sendable {
        /// `buy.itunes.apple.com`: receipts of the sandbox are answered with 21007.
        case production
        /// `sandbox.itunes.apple.com`: receipts of production are answered with 21008.
        case sandbox

        /// The endpoint of a program that accepts these environments and names none: the sandbox's if they are the sandbox alone.
        package init(for environments: Set<StoreEnvironment>?) {
            self = environments == [.sandbox] ? .sandbox : .production
        }

        /// The environment whose receipts it answers. A program that names an endpoint and no environments accepts this one.
        package var storeEnvironment: StoreEnvironment { self == .production ? .production : .sandbox }
    }

    /// What an answer for auto-renewable subscriptions says of their renewal, which receipts don't have.
    public enum PendingRenewalInfo: Hashable, Sendable {
        /// No `pending_renewal_info`, as in some answers of Apple's.
        case leftOut
        /// An empty array, for clients that raise where the member is absent.
        case empty
    }

    /// Which of Apple's two endpoints it replaces.
    public let environment: Environment
    private let verifier: ReceiptVerifier
    private let sharedSecrets: Set<String>?
    private let pendingRenewalInfo: PendingRenewalInfo
    private let accepted: Set<StoreEnvironment>?

    /// An endpoint for receipts that satisfy a policy.
    ///
    /// - Parameters:
    ///   - policy: what receipts must satisfy. Its environments are ignored: `environment` replaces them.
    ///   - sharedSecret: the secret to accept. A verified receipt with another `password` is answered with 21004, and so is one without
    ///     `password` that has auto-renewable subscriptions. With nil the endpoint doesn't look at `password`.
    ///   - environment: which of Apple's two endpoints it stands for.
    ///   - pendingRenewalInfo: whether `pending_renewal_info` is left out, or empty.
    public init(
        policy: ReceiptPolicy, sharedSecret: String?, environment: Environment,
        pendingRenewalInfo: PendingRenewalInfo = .leftOut
    ) {
        self.init(
            policy: policy, sharedSecrets: sharedSecret.map { [$0] }, environment: environment,
            pendingRenewalInfo: pendingRenewalInfo)
    }

    /// An endpoint that accepts more than one shared secret, as while one is replaced.
    ///
    /// - Parameters:
    ///   - policy: what receipts must satisfy. Its environments are ignored: `environment` replaces them.
    ///   - sharedSecrets: the secrets to accept. A verified receipt with a `password` that is none of them is answered with 21004, and so is
    ///     one without `password` that has auto-renewable subscriptions. With nil the endpoint doesn't look at `password`; with an empty set it
    ///     rejects every password.
    ///   - environment: which of Apple's two endpoints it stands for.
    ///   - accepted: the environments that your server accepts, or nil for this endpoint's. If its own isn't among them, a receipt that is
    ///     verified is answered with 21003; 21007 and 21008 stay, so that clients still try the other endpoint.
    ///   - pendingRenewalInfo: whether `pending_renewal_info` is left out, or empty.
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

    /// The JSON body of the answer to a request: of what ``answer(method:body:knowing:at:)`` returns.
    public func response(
        method: String, body: some Collection<UInt8>, knowing ledger: PurchaseLedger? = nil, at now: Date
    ) -> [UInt8] {
        answer(method: method, body: body, knowing: ledger, at: now).body
    }

    /// The answer to a request, with what a log or a counter needs beside the bytes.
    ///
    /// - Parameters:
    ///   - method: the request's HTTP method. Every other than `POST` is answered with 21000.
    ///   - body: the request's body, whatever is in it: `[UInt8]`, `Data`, or another collection.
    ///   - ledger: what you have learned since, from notifications or the App Store Server API. `latest_receipt_info` then has later
    ///     renewals, refunds and upgrades, and `pending_renewal_info` is there. Only what has an original transaction that the receipt
    ///     has too is used, and nothing of a ledger of another app, environment or trust store.
    ///   - now: the time of the request, which the answer repeats as `request_date`.
    public func answer(
        method: String, body: some Collection<UInt8>, knowing ledger: PurchaseLedger? = nil, at now: Date
    ) -> VerifyReceiptAnswer {
        let answer = answerOfItsEnvironment(method, body, ledger, at: now)
        guard answer.isVerified, let accepted, !accepted.contains(environment.storeEnvironment) else { return answer }
        return VerifyReceiptAnswer(
            status: 21003, error: .environmentMismatch(found: environment.storeEnvironment, accepted: accepted))
    }

    /// The answer, whether or not the endpoint's environment is accepted.
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

    /// Nil where nothing was learned since: no evidence was sent, and the ledger is not about the same.
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

    /// Evidence that was sent beside the receipt. An empty page of the App Store Server API adds nothing.
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

    /// Whether a rejected receipt says that it is Xcode's, of which Apple's server knows nothing.
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

/// What is answered with a status alone.
struct Refusal: Error {
    let status: Int
    let error: VerificationError?

    init(status: Int, error: VerificationError? = nil) { (self.status, self.error) = (status, error) }

    init(_ error: VerificationError) { self.init(status: error.verifyReceiptStatus, error: error) }
}
