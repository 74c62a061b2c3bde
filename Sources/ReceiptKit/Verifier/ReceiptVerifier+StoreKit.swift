public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies a signed transaction of StoreKit 2: `Transaction`'s `jwsRepresentation`, or Apple's `signedTransactionInfo`.
    ///
    /// - Parameters:
    ///   - jws: the JWS in compact form.
    ///   - now: the time of verification. The certificates are judged at the date of signing instead.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(transaction jws: String, at now: Date) throws(VerificationError) -> VerifiedTransaction {
        VerifiedTransaction(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
    }

    /// Verifies a signed transaction and its subscription's signed renewal info, which names no app and means nothing alone.
    ///
    /// - Throws: ``VerificationError``, the first check that failed: of the transaction, of the renewal info, and whether they
    ///   belong together.
    public func verify(
        transaction jws: String, renewalInfo: String, at now: Date
    ) throws(VerificationError) -> VerifiedSubscriptionStatus {
        try status(verifiedJWS(Array(jws.utf8)), verifiedJWS(Array(renewalInfo.utf8)), at: now)
    }

    /// Verifies a signed app transaction of StoreKit 2: `AppTransaction.shared`'s `jwsRepresentation`.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(appTransaction jws: String, at now: Date) throws(VerificationError) -> VerifiedAppTransaction {
        VerifiedAppTransaction(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
    }

    /// Verifies the body of a request in which the App Store posts a notification, version 2: `{"signedPayload":…}`.
    ///
    /// ```swift
    /// let notification = try verifier.verify(
    ///     notificationBody: body, at: Date())
    /// ```
    ///
    /// The rules are those of ``verify(notification:at:)``. Other evidence is rejected with code `payload.kind`, and a request of Retention
    /// Messaging, whose body looks alike, with `payload.realtimeRequest`.
    ///
    /// - Parameters:
    ///   - body: the body as it arrived: `[UInt8]`, `Data`, or the `utf8` of a string.
    ///   - now: the time of verification.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(
        notificationBody body: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedNotification {
        let body = try wellFormed(try EvidenceBody(try limited(body), isEnclosed: false))
        guard case .notification(let jws)? = body.items.first?.item, !body.isList else {
            throw .malformed(FormatError(.otherBody, offset: 0))
        }
        return try notification(memberJWS(jws), at: now)
    }

    /// The same for a body that is a string.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(notificationBody body: String, at now: Date) throws(VerificationError) -> VerifiedNotification {
        try verify(notificationBody: body.utf8, at: now)
    }

    /// Verifies an App Store server notification, version 2, and every JWS in it.
    ///
    /// The policy's device is not checked: a notification comes from no device. An ``ReceiptPolicy/appVersion`` is compared with
    /// `bundleVersion`, which `data` alone has: other notifications are then rejected.
    ///
    /// - Parameters:
    ///   - jws: `signedPayload` of the request's body.
    ///   - now: the time of verification. The certificates are judged at the date of signing instead.
    /// - Throws: ``VerificationError``, the first check that failed: of the notification, then of what is in it.
    public func verify(notification jws: String, at now: Date) throws(VerificationError) -> VerifiedNotification {
        try notification(verifiedJWS(Array(jws.utf8)), at: now)
    }

    /// Verifies a request of the Retention Messaging API, which asks your server for a message before a customer cancels.
    ///
    /// It names no bundle identifier. So the policy's ``ReceiptPolicy/appAppleID`` must be set and equal in every environment, whatever
    /// ``ReceiptPolicy/bundleIdentifiers`` says. The policy's device is not checked; an ``ReceiptPolicy/appVersion`` is, and no request
    /// tells it.
    ///
    /// No other method accepts such a request: ``verify(evidence:at:)-(Collection<UInt8>,_)`` rejects it with the code `payload.realtimeRequest`.
    ///
    /// - Parameters:
    ///   - jws: `signedPayload` of the request's body. A notification's content has the same member; only what is signed tells the two apart.
    ///   - now: the time of verification. The certificates are judged at the date of signing instead.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(realtimeRequest jws: String, at now: Date) throws(VerificationError) -> VerifiedRealtimeRequest {
        VerifiedRealtimeRequest(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
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
