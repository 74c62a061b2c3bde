public import ReceiptEssentials
public import ReceiptFields

/// A receipt or an app transaction from which a ``PurchaseLedger`` was created: its date, and what it states about the app.
public struct LedgerSource: Hashable, Sendable {
    /// The creation date of the receipt (attribute 12), or the signing date of the app transaction.
    public let creationDate: Date
    /// The device hash of a receipt (attribute 5): 20 bytes that differ for every device and every receipt. Empty for an app transaction.
    public let deviceHash: [UInt8]
    private let version: ByteString?
    private let originalVersion: ByteString?
    private let platform: ByteString?

    /// The app version (attribute 3; `applicationVersion`).
    public var appVersion: String? { version?.string }
    /// The version of the app that the customer first acquired (attribute 19; `originalApplicationVersion`). In sandbox it is always 1.0.
    public var originalAppVersion: String? { originalVersion?.string }
    /// The platform on which the customer first acquired the app. Only app transactions state it.
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

    /// Sorts sources in a total order, so that the order of merging doesn't matter.
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
    /// One line: the kind of source, its date, and the app version.
    public var description: String {
        "\(deviceHash.isEmpty ? "app transaction" : "receipt") of \(Timestamp.string(creationDate))"
            + (appVersion.map { ", app version \(SafeText.quoted($0))" } ?? "")
    }
}
