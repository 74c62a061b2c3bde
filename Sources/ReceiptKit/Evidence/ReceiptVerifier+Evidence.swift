public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies evidence from a client or Apple's server, and detects its format: an app receipt, as bytes or in base64; a
    /// iOS 6 transaction receipt, likewise; one of StoreKit 2's JWS; or one of Apple's JSON bodies.
    ///
    /// JSON bodies are JSON objects and are not signed: the verifier looks at the JWS and receipts in them, and at nothing that stands
    /// beside those, not even where it contradicts them. They have
    ///
    /// - `signedPayload` of a notification, or a page of them, `notificationHistory`;
    /// - `signedTransactionInfo`, alone or with `signedRenewalInfo`; `signedAppTransactionInfo`; `signedTransactions` and
    ///   `data[].lastTransactions[]` of the App Store Server API;
    /// - `receipt-data` of a request for verifyReceipt, or `latest_receipt` of a stored answer, which has no signature on its `receipt`;
    /// - in a version 1 notification `unified_receipt.latest_receipt`, before March 2021 `latest_receipt`.
    ///
    /// Any of all these may also come as the text of an object's `evidence`.
    ///
    /// If any JWS in a JSON body fails, verification fails. A JSON body without evidence, such as `{"signedTransactions":[]}`, is
    /// ``ReceiptFields/FormatError/Reason/noEvidence(isEmptyPage:)``. ``ReceiptFields/AppStorePage`` reads whether a page has another one.
    ///
    /// - Parameters:
    ///   - evidence: `[UInt8]`, `Data`, or the `utf8` of a text.
    ///   - now: the time of verification.
    /// - Throws: ``VerificationError``, the first check that failed. A renewal info alone is
    ///   ``VerificationError/renewalInfoUnbound``.
    public func verify(
        evidence: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        // Room for a receipt in base64, and for what stands around it.
        let longest = policy.limits.maximumInputSize / 2 * 3 + JWSParts.maximumSize
        guard evidence.count <= longest else {
            throw .malformed(
                FormatError(.limitExceeded(.input, allowed: policy.limits.maximumInputSize), offset: 0))
        }
        return try verified(Array(evidence), .body, at: now)
    }

    private func verified(
        _ bytes: [UInt8], _ grammar: BodyGrammar, at now: Date
    ) throws(VerificationError) -> VerifiedEvidence {
        switch InputSniffer.stranger(bytes) {
        case nil: return .appReceipt(try verify(bytes, at: now))
        case .notReceipt(looksLike: .base64): return .appReceipt(try receipt(base64: bytes, at: now))
        case .transactionReceipt: return .transactionReceipt(try verify(transactionReceipt: bytes, at: now))
        case .jsonWebSignature: return try jws(bytes, at: now)
        case .notReceipt(looksLike: .json):
            let body = try wellFormed(try EvidenceBody(bytes, grammar))
            let verified = try body.items.map { (item) throws(VerificationError) in try self.item(item, at: now) }
            if !body.isList, let only = verified.first { return only }
            return .list(verified)
        case let reason?: throw .malformed(FormatError(reason, offset: 0))
        }
    }

    private func item(_ item: EvidenceBody.Item, at now: Date) throws(VerificationError) -> VerifiedEvidence {
        if let transaction = item.text(.transaction), let renewalInfo = item.text(.renewalInfo) {
            return .subscriptionStatus(try status(transaction, renewalInfo, at: now))
        }
        guard let one = item.texts.first else {
            throw .malformed(FormatError(.noEvidence(isEmptyPage: false), offset: 0))
        }
        switch one.role {
        case .notification: return .notification(try notification(verifiedJWS(one.text), at: now))
        case .transaction: return .transaction(try transaction(verifiedJWS(one.text), at: now))
        case .renewalInfo: throw .renewalInfoUnbound
        case .appTransaction: return .appTransaction(try appTransaction(verifiedJWS(one.text), at: now))
        case .evidence: return try verified(one.text, .enclosedBody, at: now)
        case .receipt where InputSniffer.stranger(one.text) == .transactionReceipt:
            return .transactionReceipt(try verify(transactionReceipt: one.text, at: now))
        case .receipt: return .appReceipt(try receipt(base64: one.text, at: now))
        }
    }

    private func receipt(base64 text: [UInt8], at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let limit = policy.limits.maximumInputSize
        return try verify(wellFormed(try Base64.decode(text[...], maximumInputSize: limit)), at: now)
    }

    /// A JWS of whichever kind its payload shows to be.
    private func jws(_ text: [UInt8], at now: Date) throws(VerificationError) -> VerifiedEvidence {
        let jws = try verifiedJWS(text)
        switch jws.outline.kind {
        case .transaction: return .transaction(try transaction(jws, at: now))
        case .appTransaction: return .appTransaction(try appTransaction(jws, at: now))
        case .notification: return .notification(try notification(jws, at: now))
        case .renewalInfo: throw .renewalInfoUnbound
        default: throw .malformed(FormatError(.otherPayload(found: jws.outline.kind), offset: 0))
        }
    }
}
