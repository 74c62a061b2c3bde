public import ReceiptEssentials

/// The kinds of JWS that Apple signs.
public enum TestJWSKind: CaseIterable, Hashable, Sendable {
    /// A transaction: ``TestTransaction``.
    case transaction
    /// Renewal info: ``TestRenewalInfo``.
    case renewalInfo
    /// An app transaction: ``TestAppTransaction``.
    case appTransaction
    /// A notification from Apple's server: ``TestNotification``.
    case notification
    /// A request for retention messages: ``TestRealtimeRequest``.
    case realtimeRequest
    /// Any other payload.
    case other

    /// The kinds that Apple signs: all but ``other``.
    package static let signedByApple = allCases.filter { $0 != .other }

    /// The kind with its article, for a sentence, such as `an app transaction`.
    var words: String {
        switch self {
        case .transaction: "a transaction"
        case .renewalInfo: "renewal info"
        case .appTransaction: "an app transaction"
        case .notification: "a notification"
        case .realtimeRequest: "a request for retention messages"
        case .other: "another payload"
        }
    }
}

/// The contents of a JWS of any kind.
public enum TestJWSContent: Hashable, Sendable {
    /// A transaction.
    case transaction(TestTransaction)
    /// Renewal info.
    case renewalInfo(TestRenewalInfo)
    /// An app transaction.
    case appTransaction(TestAppTransaction)
    /// A notification.
    case notification(TestNotification)
    /// A request for retention messages.
    case realtimeRequest(TestRealtimeRequest)
    /// A custom payload, and the date at which its certificates are validated.
    case other(TestJSONObject, signedDate: Date)

    package var kind: TestJWSKind {
        switch self {
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .appTransaction: .appTransaction
        case .notification: .notification
        case .realtimeRequest: .realtimeRequest
        case .other: .other
        }
    }

    /// The contents as the type that describes them.
    var subject: any TestJWSSubject {
        switch self {
        case .transaction(let transaction): transaction
        case .renewalInfo(let renewalInfo): renewalInfo
        case .appTransaction(let appTransaction): appTransaction
        case .notification(let notification): notification
        case .realtimeRequest(let request): request
        case .other(let payload, let date): OtherSubject(members: payload, signedDate: date)
        }
    }

    /// The date at which the certificates are validated. For an app transaction, its creation date.
    package var signedDate: Date { subject.signedDate }

    /// The environment in the payload.
    package var environment: TestEnvironment { subject.environment }

    /// Returns the payload's members, with nested JWS signed by an authority.
    ///
    /// - Throws: ``TestKitError``, if a nested JWS cannot be signed.
    package func payload(by authority: TestAuthority) throws(TestKitError) -> TestJSONObject {
        try subject.payload(by: authority)
    }

    /// Returns a valid JWS of a kind: for `com.example.app` with App Store identifier 6450123456, in production, and
    /// bound to ``TestDeviceVerification/exampleID`` if the kind has a device.
    public static func example(_ kind: TestJWSKind) -> TestJWSContent {
        switch kind {
        case .transaction:
            .transaction(
                TestTransaction(.exampleSubscription).with { $0.deviceVerification = TestDeviceVerification() })
        case .renewalInfo: .renewalInfo(TestRenewalInfo())
        case .appTransaction: .appTransaction(TestAppTransaction())
        case .notification:
            .notification(TestNotification().with { $0.notificationUUID = "4d1e8f5a-2c3b-4a69-9e07-5b8c6d2f1a30" })
        case .realtimeRequest: .realtimeRequest(TestRealtimeRequest())
        case .other:
            .other(
                TestJSONObject([["signedDate": .milliseconds(.utc(2024, 5, 1, 12), in: .production)]]),
                signedDate: .utc(2024, 5, 1, 12))
        }
    }
}

/// A type that can be signed as a JWS: ``TestTransaction`` and the others, or any ``TestJWSContent``.
public protocol TestJWSConvertible: TestModel {
    /// The contents of the JWS.
    var content: TestJWSContent { get }
}

extension TestJWSContent: TestJWSConvertible {
    /// Returns itself.
    public var content: TestJWSContent { self }
}
