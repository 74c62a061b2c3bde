public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies evidence from a client or from Apple's server, and detects its format: an app receipt or an iOS 6 transaction receipt, as
    /// bytes or in base64; a StoreKit 2 JWS; or one of Apple's JSON bodies.
    ///
    /// A JSON body is a JSON object, which isn't signed. The verifier reads the JWS and receipts in it and ignores all other members, even
    /// if they contradict the signed ones. The members that it reads are:
    ///
    /// - `signedPayload` of a notification, or `notificationHistory`, a page of them;
    /// - `signedTransactionInfo`, alone or with `signedRenewalInfo`; `signedAppTransactionInfo`; and `signedTransactions` and
    ///   `data[].lastTransactions[]` of the App Store Server API;
    /// - `receipt-data` of a request to verifyReceipt, or `latest_receipt` of a stored response, whose `receipt` has no signature;
    /// - in a version 1 notification, `unified_receipt.latest_receipt`, or before March 2021 `latest_receipt` or `latest_expired_receipt`.
    ///
    /// All of this evidence may also be the value of an object's `evidence`: a string, a JSON body, or a list of them, in which an empty
    /// page adds nothing. Such a JSON body can't have a member `evidence` itself, unless it is an element of a list. The verifier ignores
    /// white space around a JWS, and decodes evidence that is a JSON string once.
    ///
    /// If any JWS in a JSON body fails verification, the whole body does. The verifier rejects a JSON body without evidence, such as
    /// `{"signedTransactions":[]}`, with the code `evidence.empty`, for which ``VerificationError/isEmptyPage`` is true. To find out
    /// whether there is another page, use ``ReceiptFields/AppStorePage``.
    ///
    /// - Parameters:
    ///   - evidence: `[UInt8]`, `Data`, or the `utf8` of a string.
    ///   - now: the time of verification.
    /// - Throws: ``VerificationError`` for the first check that fails. For a renewal info alone, it is
    ///   ``VerificationError/renewalInfoUnbound``.
    public func verify(
        evidence: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        try verify(evidence: evidence, isEnclosed: false, at: now)
    }

    /// Verifies evidence that may come from the member `evidence` of a JSON object.
    ///
    /// - Parameter isEnclosed: true if the evidence comes from the member `evidence` of a JSON object. If this evidence is a JSON body, the
    ///   body can't have a member `evidence` itself.
    package func verify(
        evidence: some Collection<UInt8>, isEnclosed: Bool, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        try verified(wellFormed(try limited(evidence)), levels: isEnclosed ? 0 : 2, at: now)
    }

    /// Returns the bytes. Throws if there are more than any form of evidence may have.
    func limited(_ evidence: some Collection<UInt8>) throws(FormatError) -> [UInt8] {
        // Allow for a receipt in base64, and for the JSON around it.
        let longest = policy.limits.maximumInputSize / 2 * 3 + UnverifiedJWS.maximumSize
        guard evidence.count <= longest else {
            throw FormatError(.limitExceeded(.input, allowed: policy.limits.maximumInputSize), offset: 0)
        }
        return Array(evidence)
    }

    /// Verifies evidence given as a string, such as a JWS or a receipt in base64.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(evidence text: String, at now: Date) throws(VerificationError) -> VerifiedEvidence {
        try verify(evidence: text.utf8, at: now)
    }

    /// Detects the format of evidence and verifies it.
    ///
    /// - Parameter levels: how deeply JSON bodies with `evidence` may be nested from here. Such a body may be an element of a list, as in a
    ///   request for a ledger. The limit keeps input from deepening the recursion.
    private func verified(
        _ text: [UInt8], levels: Int, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        let bytes = try wellFormed(try QuotedText.contents(of: text[...])) ?? text
        switch InputFormat.detect(bytes) {
        case nil: return .appReceipt(try verify(bytes, at: now))
        // For text that begins as base64, the decoder's error is the most helpful: it states where the base64 ends.
        case .notReceipt(looksLike: .base64),
            .notReceipt(looksLike: .unknown) where InputFormat.beginsAsBase64(bytes):
            return .appReceipt(try receipt(base64: bytes, at: now))
        case .transactionReceipt: return .transactionReceipt(try verify(transactionReceipt: bytes, at: now))
        case .jsonWebSignature: return try jws(bytes, at: now)
        case .notReceipt(looksLike: .json):
            let body = try wellFormed(try EvidenceBody(bytes, isEnclosed: levels == 0))
            var verified: [VerifiedEvidence] = []
            for (item, place) in body.items {
                do throws(VerificationError) {
                    if let one = try self.item(item, levels, at: now) { verified.append(one) }
                } catch {
                    guard let place else { throw error }
                    throw .nested(member: place.description, error)
                }
            }
            if !body.isList, let only = verified.first { return only }
            guard !verified.isEmpty else { throw .malformed(FormatError(.noEvidence(isEmptyPage: true), offset: 0)) }
            return .list(verified)
        case let reason?: throw .malformed(FormatError(reason, offset: 0))
        }
    }

    /// Verifies an item. Nil for an empty page in a list of evidence.
    private func item(
        _ item: EvidenceBody.Item, _ levels: Int, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence? {
        switch item {
        case .jws(let text, let kind): return try jws(kind, memberJWS(text), at: now)
        case .status(let transaction, let renewalInfo):
            return .subscriptionStatus(
                try status(memberJWS(transaction), memberJWS(renewalInfo), at: now))
        case .receipt(let text) where InputFormat.detect(text) == .transactionReceipt:
            return .transactionReceipt(try verify(transactionReceipt: text, at: now))
        case .receipt(let text): return .appReceipt(try receipt(base64: text, at: now))
        case .evidence(let text, isElement: false): return try verified(text, levels: 0, at: now)
        case .evidence(let text, isElement: true):
            do throws(VerificationError) { return try verified(text, levels: levels - 1, at: now) } catch {
                guard error.isEmptyPage else { throw error }
                return nil
            }
        case .nothing: throw .malformed(FormatError(.noEvidence(isEmptyPage: false), offset: 0))
        }
    }

    private func receipt(base64 text: [UInt8], at now: Date) throws(VerificationError) -> VerifiedReceipt {
        if let reason = InputFormat.detectInPlaceOfBase64(text) { throw .malformed(FormatError(reason, offset: 0)) }
        return try verify(wellFormed(try UnverifiedReceipt.bytes(base64: text[...], limits: policy.limits)), at: now)
    }

    /// Verifies a JWS of the kind that its payload identifies.
    private func jws(_ text: [UInt8], at now: Date) throws(VerificationError) -> VerifiedEvidence {
        let jws = try trimmedJWS(text)
        return try self.jws(jws.container.payloadHeader.kind, jws, at: now)
    }

    private func jws(
        _ kind: PayloadKind, _ jws: @autoclosure () throws(VerificationError) -> AuthenticContents<UnverifiedJWS>,
        at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        switch kind {
        case .transaction: return .transaction(.init(checked: try checked(jws(), at: now)))
        case .appTransaction: return .appTransaction(.init(checked: try checked(jws(), at: now)))
        case .notification: return .notification(try notification(jws(), at: now))
        case .renewalInfo: throw .renewalInfoUnbound
        default: throw .malformed(FormatError(.otherPayload(found: kind), offset: 0))
        }
    }
}
