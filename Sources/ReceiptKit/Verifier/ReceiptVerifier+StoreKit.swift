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
        try transaction(verifiedJWS(Array(jws.utf8)), at: now)
    }

    /// Verifies a signed transaction and the signed renewal info of its subscription, which names no app and means nothing
    /// alone.
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
        try appTransaction(verifiedJWS(Array(jws.utf8)), at: now)
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
    /// No other method accepts such a request: ``verify(evidence:at:)`` rejects it with the code `payload.realtimeRequest`.
    ///
    /// - Parameters:
    ///   - jws: `signedPayload` of the request's body. A notification's content has the same member; only what is signed tells the two apart.
    ///   - now: the time of verification. The certificates are judged at the date of signing instead.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(realtimeRequest jws: String, at now: Date) throws(VerificationError) -> VerifiedRealtimeRequest {
        let jws = try verifiedJWS(Array(jws.utf8))
        let payload = try payload(of: jws, .realtimeRequest, read: RealtimeRequestPayload.init(json:))
        return VerifiedRealtimeRequest(
            realtimeRequest: payload, verification: try checked(jws, EvidenceClaims(payload), at: now),
            contentDigest: jws.contentDigest)
    }
}

extension ReceiptVerifier {
    func transaction(
        _ jws: VerifiedJWS, isNested: Bool = false, at now: Date
    ) throws(VerificationError) -> VerifiedTransaction {
        let payload = try payload(of: jws, .transaction, read: TransactionPayload.init(json:))
        return VerifiedTransaction(
            transaction: payload, verification: try checked(jws, EvidenceClaims(payload, isNested: isNested), at: now),
            contentDigest: jws.contentDigest)
    }

    /// A renewal info, which the caller binds to an app.
    func renewalInfo(
        _ jws: VerifiedJWS, isNested: Bool = false, at now: Date
    ) throws(VerificationError) -> VerifiedRenewalInfo {
        let payload = try payload(of: jws, .renewalInfo, read: RenewalInfoPayload.init(json:))
        return VerifiedRenewalInfo(
            renewalInfo: payload, verification: try checked(jws, EvidenceClaims(payload, isNested: isNested), at: now),
            contentDigest: jws.contentDigest)
    }

    func status(
        _ transaction: @autoclosure () throws(VerificationError) -> VerifiedJWS,
        _ renewalInfo: @autoclosure () throws(VerificationError) -> VerifiedJWS, at now: Date
    ) throws(VerificationError) -> VerifiedSubscriptionStatus {
        let transaction = try self.transaction(transaction(), at: now)
        let renewalInfo = try self.renewalInfo(renewalInfo(), at: now)
        try requireAgreement(transaction, renewalInfo)
        return VerifiedSubscriptionStatus(transaction: transaction, renewalInfo: renewalInfo)
    }

    func appTransaction(
        _ jws: VerifiedJWS, isNested: Bool = false, at now: Date
    ) throws(VerificationError) -> VerifiedAppTransaction {
        let payload = try payload(of: jws, .appTransaction, read: AppTransactionPayload.init(json:))
        return VerifiedAppTransaction(
            appTransaction: payload,
            verification: try checked(jws, EvidenceClaims(payload, isNested: isNested), at: now),
            contentDigest: jws.contentDigest)
    }

    func notification(_ jws: VerifiedJWS, at now: Date) throws(VerificationError) -> VerifiedNotification {
        let payload = try payload(of: jws, .notification, read: NotificationPayload.init(json:))
        let verification = try checked(jws, EvidenceClaims(payload), at: now)
        var transaction: VerifiedTransaction?
        var renewalInfo: VerifiedRenewalInfo?
        var appTransaction: VerifiedAppTransaction?
        switch payload.body {
        case .data(let data):
            transaction = try nested("signedTransactionInfo", data.signedTransactionInfo) {
                (jws) throws(VerificationError) in try self.transaction(jws, isNested: true, at: now)
            }
            renewalInfo = try nested("signedRenewalInfo", data.signedRenewalInfo) {
                (jws) throws(VerificationError) in try self.renewalInfo(jws, isNested: true, at: now)
            }
        case .appData(let data):
            appTransaction = try nested("signedAppTransactionInfo", data.signedAppTransactionInfo) {
                (jws) throws(VerificationError) in try self.appTransaction(jws, isNested: true, at: now)
            }
        default: break
        }
        let notification = VerifiedNotification(
            notification: payload, transaction: transaction, renewalInfo: renewalInfo, appTransaction: appTransaction,
            verification: verification, contentDigest: jws.contentDigest)
        try requireAgreement(in: notification)
        return notification
    }

    private func nested<T>(
        _ member: String, _ text: String?, _ verify: (VerifiedJWS) throws(VerificationError) -> T
    ) throws(VerificationError) -> T? {
        guard let text else { return nil }
        do throws(VerificationError) { return try verify(verifiedJWS(Array(text.utf8))) } catch {
            throw .nested(member: member, error)
        }
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
            guard appTransaction.appID == notification.appID else { throw .disagreement("appAppleId") }
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
        guard a.utf8.elementsEqual(b.utf8) else { throw .disagreement(member) }
    }

    private func requireSame(_ a: StoreEnvironment, _ b: StoreEnvironment) throws(VerificationError) {
        guard a == b else { throw .disagreement("environment") }
    }
}
