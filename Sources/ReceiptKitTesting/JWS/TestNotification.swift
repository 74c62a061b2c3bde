public import ReceiptEssentials

/// What a notification of Apple's server says (version 2). What is nested in it is signed with it.
///
/// ```swift
/// let data = TestNotificationData(transaction: TestTransaction())
/// let notification = TestNotification(.data(data), type: "REFUND")
/// // {"signedPayload":"…"}
/// let body = try TestAuthority.standard.notificationBody(notification)
/// ```
public struct TestNotification: Hashable, Sendable {
    /// What a notification is about: exactly one of four.
    public enum Body: Hashable, Sendable {
        /// A purchase.
        case data(TestNotificationData)
        /// The outcome of extending many subscriptions.
        case summary(TestNotificationSummary)
        /// A purchase outside the App Store.
        case externalPurchaseToken(TestExternalPurchaseToken)
        /// The app itself.
        case appData(TestNotificationAppData)
    }

    /// Apple's `notificationType`: what happened.
    public var notificationType: String
    /// Apple's `subtype`: more about what happened.
    public var subtype: String?
    /// Identifies the notification, also where it is sent again. Unless you set it, it depends on the type, the subtype, the signing date and
    /// the transaction, so that different notifications have different ones, and each has the same in every run.
    public var notificationUUID: String {
        get { givenUUID ?? ownUUID }
        set { givenUUID = newValue }
    }
    private var givenUUID: String?
    /// Apple's `version` of notifications.
    public var version: String? = "2.0"
    /// When Apple signed it.
    public var signedDate: Date
    /// What it is about.
    public var body: Body
    /// Members to put into the payload, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    /// A notification. The default type fits the content; the default date is that of the nested JWS.
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

    /// The members in Apple's order, with what is nested signed by an authority.
    ///
    /// - Throws: ``TestKitError``, as ``TestAuthority/sign(_:defects:)``.
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

    /// The environment of the content. A purchase outside the store tells it by the prefix of its identifier.
    package var environment: TestEnvironment {
        switch body {
        case .data(let data): data.environment
        case .summary(let summary): summary.environment
        case .externalPurchaseToken(let token):
            token.externalPurchaseID.hasPrefix("SANDBOX") ? .sandbox : .production
        case .appData(let data): data.environment
        }
    }

    /// The app of the content.
    package var bundleIdentifier: String {
        switch body {
        case .data(let data): data.bundleIdentifier
        case .summary(let summary): summary.bundleIdentifier
        case .externalPurchaseToken(let token): token.bundleIdentifier
        case .appData(let data): data.bundleIdentifier
        }
    }
}
