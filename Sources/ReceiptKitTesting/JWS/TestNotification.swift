public import ReceiptEssentials

/// The contents of a notification from Apple's server (version 2). Nested JWS are signed together with it.
///
/// ```swift
/// let data = TestNotificationData(transaction: TestTransaction())
/// let notification = TestNotification(.data(data), type: "REFUND")
/// // {"signedPayload":"…"}
/// let body = try TestAuthority.standard.notificationBody(notification)
/// ```
public struct TestNotification: Hashable, Sendable {
    /// The subject of a notification: exactly one of four.
    public enum Body: Hashable, Sendable {
        /// A purchase.
        case data(TestNotificationData)
        /// The result of extending many subscriptions.
        case summary(TestNotificationSummary)
        /// A purchase outside the App Store.
        case externalPurchaseToken(TestExternalPurchaseToken)
        /// The app itself.
        case appData(TestNotificationAppData)
    }

    /// Apple's `notificationType`: the kind of event.
    public var notificationType: String
    /// Apple's `subtype`: details of the event.
    public var subtype: String?
    /// The notification's identifier, which stays the same when it is sent again. By default it is derived from the type, the subtype, the
    /// signing date and the transaction, so that different notifications have different identifiers, and each identifier is the same in
    /// every run.
    public var notificationUUID: String {
        get { givenUUID ?? ownUUID }
        set { givenUUID = newValue }
    }
    private var givenUUID: String?
    /// The version of Apple's notification format.
    public var version: String? = "2.0"
    /// The date of signing.
    public var signedDate: Date
    /// The subject of the notification.
    public var body: Body
    /// Members to set in the payload, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    /// Creates a notification. The default type matches the subject; the default date is the date of the nested JWS.
    public init(
        _ body: Body = .data(TestNotificationData()), type: String? = nil, subtype: String? = nil,
        signedDate: Date? = nil
    ) {
        self.body = body
        self.subtype = subtype
        switch body {
        case .data(let data):
            notificationType = type ?? (data.transaction == nil ? "TEST" : "DID_RENEW")
            self.signedDate = signedDate ?? data.transaction?.signedDate ?? .utc(2024, 5, 1, 12)
        case .summary:
            notificationType = type ?? "RENEWAL_EXTENSION"
            self.subtype = subtype ?? (type == nil ? "SUMMARY" : nil)
            self.signedDate = signedDate ?? .utc(2024, 5, 1, 12)
        case .externalPurchaseToken:
            notificationType = type ?? "EXTERNAL_PURCHASE_TOKEN"
            self.subtype = subtype ?? (type == nil ? "UNREPORTED" : nil)
            self.signedDate = signedDate ?? .utc(2024, 5, 1, 12)
        case .appData(let data):
            notificationType = type ?? "RESCIND_CONSENT"
            self.signedDate = signedDate ?? data.appTransaction?.receiptCreationDate ?? .utc(2024, 5, 1, 12)
        }
    }

    private var ownUUID: String {
        var names = [notificationType, subtype ?? "", String(signedDate.timeIntervalSince1970), bundleIdentifier]
        switch body {
        case .data(let data):
            if let one = data.transaction { names += [one.originalTransactionID, one.transactionID] }
        case .summary(let summary): names.append(summary.requestIdentifier)
        case .externalPurchaseToken(let token): names.append(token.externalPurchaseID)
        case .appData: break
        }
        return TestText.uuid(of: names)
    }

    /// Returns the members in Apple's order, with nested JWS signed by an authority.
    ///
    /// - Throws: ``TestKitError``, like ``TestAuthority/sign(_:defects:)``.
    package func payload(by authority: TestAuthority) throws(TestKitError) -> TestJSONObject {
        let members: KeyValuePairs<String, JSONText?> = [
            "notificationType": .string(notificationType),
            "subtype": .text(subtype),
            "notificationUUID": .string(notificationUUID),
            "version": .text(version),
            "signedDate": .milliseconds(signedDate, in: environment),
        ]
        var payload = TestJSONObject([members])
        switch body {
        case .data(let data): payload.set("data", try data.payload(by: authority).text)
        case .summary(let summary): payload.set("summary", summary.payload.text)
        case .externalPurchaseToken(let token): payload.set("externalPurchaseToken", token.payload.text)
        case .appData(let data): payload.set("appData", try data.payload(by: authority).text)
        }
        return payload.applying(changes)
    }

    /// The environment of the subject. For an external purchase token, the prefix of its identifier indicates the
    /// environment.
    package var environment: TestEnvironment {
        switch body {
        case .data(let data): data.environment
        case .summary(let summary): summary.environment
        case .externalPurchaseToken(let token):
            token.externalPurchaseID.hasPrefix("SANDBOX") ? .sandbox : .production
        case .appData(let data): data.environment
        }
    }

    /// The app of the subject.
    package var bundleIdentifier: String {
        switch body {
        case .data(let data): data.bundleIdentifier
        case .summary(let summary): summary.bundleIdentifier
        case .externalPurchaseToken(let token): token.bundleIdentifier
        case .appData(let data): data.bundleIdentifier
        }
    }
}

/// Changes to a notification about a purchase also change the JWS nested in it.
extension TestNotification: TestJWSConvertible, TestJWSSubject {
    /// The contents of a signed notification.
    public var content: TestJWSContent { .notification(self) }

    mutating func setEnvironment(_ environment: TestEnvironment) throws {
        try editData {
            $0.environment = environment
            $0.transaction?.environment = environment
            $0.renewalInfo?.environment = environment
        }
    }

    mutating func setBundleIdentifier(_ identifier: String) throws {
        try editData {
            $0.bundleIdentifier = identifier
            $0.transaction?.bundleIdentifier = identifier
        }
    }

    mutating func setAppID(_ number: Int64?) throws { try editData { $0.appID = number } }

    mutating func move(by seconds: Double) throws {
        signedDate += seconds
        try editData {
            $0.transaction?.signedDate += seconds
            $0.renewalInfo?.signedDate += seconds
        }
    }

    /// Changes the content of a notification about a purchase.
    mutating func editData(_ change: (inout TestNotificationData) throws -> Void) throws {
        guard case .data(var data) = body else { throw NothingToSpoil() }
        try change(&data)
        body = .data(data)
    }
}
