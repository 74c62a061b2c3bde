public import ReceiptEssentials
public import ReceiptFields

/// A receipt or an app transaction that a ``PurchaseLedger`` was made of: what tells about the app itself, and when.
public struct LedgerSource: Hashable, Sendable {
    /// When the receipt was created (attribute 12), or the app transaction was signed.
    public let creationDate: Date
    /// The device hash of a receipt (attribute 5), 20 bytes: different for every device and every receipt. Empty for an app
    /// transaction.
    public let deviceHash: [UInt8]
    /// App version (attribute 3; `applicationVersion`).
    public let appVersion: String?
    /// Version of the app that was first acquired (attribute 19; `originalApplicationVersion`); always 1.0 in sandbox.
    public let originalAppVersion: String?
    /// Where the app was first acquired, as app transactions tell.
    public let originalPlatform: AppPlatform?

    init(_ receipt: AppReceipt) {
        creationDate = receipt.creationDate
        deviceHash = receipt.deviceHash
        appVersion = receipt.appVersion
        originalAppVersion = receipt.originalAppVersion
        originalPlatform = nil
    }

    init(_ payload: AppTransactionPayload) {
        creationDate = payload.signedDate
        deviceHash = []
        appVersion = payload.appVersion
        originalAppVersion = payload.originalAppVersion
        originalPlatform = payload.originalPlatform
    }

    /// An order in which no two different sources are equal, so that it never matters which was merged first.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.creationDate != b.creationDate { return a.creationDate < b.creationDate }
        if a.deviceHash != b.deviceHash { return a.deviceHash.lexicographicallyPrecedes(b.deviceHash) }
        guard let (one, two) = zip(a.texts, b.texts).first(where: { $0 != $1 }) else { return false }
        guard let one, let two else { return one == nil }
        return ExactText.precedes(one.string, two.string)
    }

    private var texts: [ExactText?] {
        [appVersion, originalAppVersion, originalPlatform?.rawValue].map { $0.map(ExactText.init) }
    }

    /// Whether both are the same, byte for byte.
    public static func == (a: Self, b: Self) -> Bool {
        a.creationDate == b.creationDate && a.deviceHash == b.deviceHash && a.texts == b.texts
    }

    /// Hashes the creation date and the device hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(creationDate)
        hasher.combine(deviceHash)
    }
}

extension LedgerSource: CustomStringConvertible {
    /// One line: when the receipt was created, and by which version of the app.
    public var description: String {
        "\(deviceHash.isEmpty ? "app transaction" : "receipt") of \(Timestamp.string(creationDate))"
            + (appVersion.map { ", app version \(Escaped.text($0))" } ?? "")
    }
}
