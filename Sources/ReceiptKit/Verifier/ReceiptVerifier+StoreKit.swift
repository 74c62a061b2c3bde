public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies a StoreKit 2 signed transaction: the `jwsRepresentation` of a `Transaction`, or Apple's `signedTransactionInfo`.
    ///
    /// - Parameters:
    ///   - jws: the JWS in compact form.
    ///   - now: the time of verification. The certificates must have been valid on the date of signing instead.
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(transaction jws: String, at now: Date) throws(VerificationError) -> VerifiedTransaction {
        VerifiedTransaction(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
    }

    /// Verifies a signed transaction and the signed renewal info of its subscription. A renewal info names no app, so it can't be verified
    /// alone.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails. The transaction is checked first, then the renewal info, and then
    ///   that the two belong together.
    public func verify(
        transaction jws: String, renewalInfo: String, at now: Date
    ) throws(VerificationError) -> VerifiedSubscriptionStatus {
        try status(verifiedJWS(Array(jws.utf8)), verifiedJWS(Array(renewalInfo.utf8)), at: now)
    }

    /// Verifies the body of a request in which the App Store posts a version 2 notification: `{"signedPayload":…}`.
    ///
    /// ```swift
    /// let notification = try verifier.verify(
    ///     notificationBody: body, at: Date())
    /// ```
    ///
    /// The rules are those of ``verify(notification:at:)``. The verifier rejects other evidence with the code `payload.kind`. It rejects a
    /// request of the Retention Messaging API, whose body has the same form, with `payload.realtimeRequest`.
    ///
    /// - Parameters:
    ///   - body: the body as received: `[UInt8]`, `Data`, or the `utf8` of a string.
    ///   - now: the time of verification.
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(
        notificationBody body: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedNotification {
        let text = try wellFormed(try limited(body))
        if let form = EvidenceBody.formInPlace(of: text) { throw .malformed(FormatError(.otherForm(form), offset: 0)) }
        let body = try wellFormed(try EvidenceBody(text, isEnclosed: false))
        guard case .jws(let jws, .notification)? = body.items.first?.item, !body.isList else {
            throw .malformed(FormatError(.otherForm(.otherBody), offset: 0))
        }
        return try notification(memberJWS(jws), at: now)
    }

    /// Verifies the body of a request in which the App Store posts a version 2 notification, given as a string.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(notificationBody body: String, at now: Date) throws(VerificationError) -> VerifiedNotification {
        try verify(notificationBody: body.utf8, at: now)
    }

    /// Verifies a version 2 App Store server notification, and every JWS in it.
    ///
    /// The verifier doesn't check the policy's device, because a notification comes from no device. It compares
    /// ``ReceiptPolicy/appVersion``, if set, with `bundleVersion`, which only `data` has, so it then rejects notifications without `data`.
    ///
    /// - Parameters:
    ///   - jws: the `signedPayload` of the request body.
    ///   - now: the time of verification. The certificates must have been valid on the date of signing instead.
    /// - Throws: ``VerificationError`` for the first check that fails. The notification itself is checked before its contents.
    public func verify(notification jws: String, at now: Date) throws(VerificationError) -> VerifiedNotification {
        try notification(verifiedJWS(Array(jws.utf8)), at: now)
    }
}

extension ReceiptVerifier {
    func status(
        _ transaction: @autoclosure () throws(VerificationError) -> AuthenticContents<UnverifiedJWS>,
        _ renewalInfo: @autoclosure () throws(VerificationError) -> AuthenticContents<UnverifiedJWS>, at now: Date
    ) throws(VerificationError) -> VerifiedSubscriptionStatus {
        let transaction = VerifiedTransaction(checked: try checked(transaction(), at: now))
        let renewalInfo = VerifiedRenewalInfo(checked: try checked(renewalInfo(), at: now))
        try requireAgreement(transaction, renewalInfo)
        return VerifiedSubscriptionStatus(transaction: transaction, renewalInfo: renewalInfo)
    }

    func notification(
        _ jws: AuthenticContents<UnverifiedJWS>, at now: Date
    ) throws(VerificationError) -> VerifiedNotification {
        var notification = VerifiedNotification(checked: try checked(jws, at: now))
        switch notification.checked.payload.body {
        case .data(let data):
            notification.transaction = try nested("signedTransactionInfo", data.signedTransactionInfo, at: now)
                .map(VerifiedTransaction.init)
            notification.renewalInfo = try nested("signedRenewalInfo", data.signedRenewalInfo, at: now)
                .map(VerifiedRenewalInfo.init)
        case .appData(let data):
            notification.appTransaction = try nested("signedAppTransactionInfo", data.signedAppTransactionInfo, at: now)
                .map(VerifiedAppTransaction.init)
        default: break
        }
        try requireAgreement(in: notification)
        return notification
    }

    private func nested<Payload: JWSPayload>(
        _ member: String, _ text: String?, at now: Date
    ) throws(VerificationError) -> Checked<Payload>? {
        guard let text else { return nil }
        do throws(VerificationError) {
            return try checked(verifiedJWS(Array(text.utf8)), isNested: true, at: now)
        } catch { throw .nested(member: member, error) }
    }

    private func requireAgreement(in notification: VerifiedNotification) throws(VerificationError) {
        if let transaction = notification.transaction {
            try requireSame(transaction.bundleIdentifier, notification.bundleIdentifier, "bundleId")
            try requireSame(transaction.environment, notification.environment)
            if let renewalInfo = notification.renewalInfo { try requireAgreement(transaction, renewalInfo) }
        }
        if let renewalInfo = notification.renewalInfo {
            try requireSame(renewalInfo.environment, notification.environment)
        }
        if let appTransaction = notification.appTransaction {
            try requireSame(appTransaction.bundleIdentifier, notification.bundleIdentifier, "bundleId")
            try requireSame(appTransaction.environment, notification.environment)
            guard appTransaction.appID.namingAnApp == notification.appID.namingAnApp else {
                throw .disagreement("appAppleId")
            }
        }
    }

    private func requireAgreement(
        _ transaction: VerifiedTransaction, _ renewalInfo: VerifiedRenewalInfo
    ) throws(VerificationError) {
        try requireSame(
            transaction.originalTransactionID, renewalInfo.originalTransactionID, "originalTransactionId")
        try requireSame(transaction.environment, renewalInfo.environment)
    }

    private func requireSame(_ a: String, _ b: String, _ member: String) throws(VerificationError) {
        guard ByteString(a) == ByteString(b) else { throw .disagreement(member) }
    }

    private func requireSame(_ a: StoreEnvironment, _ b: StoreEnvironment) throws(VerificationError) {
        guard a == b else { throw .disagreement("environment") }
    }
}
