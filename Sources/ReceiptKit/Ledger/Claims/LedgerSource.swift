public import ReceiptEssentials
public import ReceiptFields

/// A receipt or an app transaction that a ``PurchaseLedger`` was merged from: what it states about the app, and when.
public struct LedgerSource: Hashable, Sendable {
    /// When the receipt was created (attribute 12), or the app transaction was signed.
    public let creationDate: Date
    /// The device hash of a receipt (attribute 5), 20 bytes: different for every device and every receipt. Empty for an app
    /// transaction.
    public let deviceHash: [UInt8]
    private let version: ByteString?
    private let originalVersion: ByteString?
    private let platform: ByteString?

    /// App version (attribute 3; `applicationVersion`).
    public var appVersion: String? { version?.string }
    /// Version of the app that was first acquired (attribute 19; `originalApplicationVersion`); always 1.0 in sandbox.
    public var originalAppVersion: String? { originalVersion?.string }
    /// Where the app was first acquired, as app transactions say.
    public var originalPlatform: AppPlatform? { platform.map { AppPlatform(rawValue: $0.string) } }

    init(_ receipt: AppReceipt) {
        (creationDate, deviceHash, platform) = (receipt.creationDate, receipt.deviceHash, nil)
        version = ByteString(receipt.appVersion)
        originalVersion = receipt.originalAppVersion.map(ByteString.init)
    }

    init(_ payload: AppTransactionPayload) {
        (creationDate, deviceHash) = (payload.signedDate, [])
        version = payload.appVersion.map(ByteString.init)
        originalVersion = ByteString(payload.originalAppVersion)
        platform = payload.originalPlatform.map { ByteString($0.rawValue) }
    }

    /// A total order, so that the order of merging never matters.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.creationDate != b.creationDate { return a.creationDate < b.creationDate }
        if a.deviceHash != b.deviceHash { return a.deviceHash.lexicographicallyPrecedes(b.deviceHash) }
        guard let (one, two) = zip(a.texts, b.texts).first(where: { $0 != $1 }) else { return false }
        guard let one, let two else { return one == nil }
        return ByteString.precedes(one.string, two.string)
    }

    private var texts: [ByteString?] { [version, originalVersion, platform] }
}

extension LedgerSource: CustomStringConvertible {
    /// One line: when the receipt was created, and by which version of the app.
    public var description: String {
        "\(deviceHash.isEmpty ? "app transaction" : "receipt") of \(Timestamp.string(creationDate))"
            + (appVersion.map { ", app version \(Escaped.text($0))" } ?? "")
    }
}
