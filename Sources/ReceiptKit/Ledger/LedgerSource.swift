internal import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A receipt that a ``PurchaseLedger`` was made of: what told its rows, and when.
public struct LedgerSource: Hashable, Sendable {
    /// When the receipt was created (attribute 12). Of two rows that clash, the one from the later receipt stays.
    public let creationDate: Date
    /// The device hash (attribute 5), 20 octets: different for every device and every receipt.
    public let deviceHash: [UInt8]
    /// App version (attribute 3).
    public let appVersion: String
    /// Version of the app that was first acquired (attribute 19); always 1.0 in sandbox.
    public let originalAppVersion: String?

    init(_ receipt: AppReceipt) {
        creationDate = receipt.creationDate
        deviceHash = receipt.deviceHash
        appVersion = receipt.appVersion
        originalAppVersion = receipt.originalAppVersion
    }

    /// An order in which no two different sources are equal, so that it never matters which was merged first.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.creationDate != b.creationDate { return a.creationDate < b.creationDate }
        if a.deviceHash != b.deviceHash { return a.deviceHash.lexicographicallyPrecedes(b.deviceHash) }
        return a.versions.lexicographicallyPrecedes(b.versions)
    }

    private var versions: [UInt8] {
        Array(appVersion.utf8) + [0] + (originalAppVersion.map { [1] + Array($0.utf8) } ?? [])
    }

    /// Whether both are the same, byte for byte.
    public static func == (a: Self, b: Self) -> Bool {
        a.creationDate == b.creationDate && a.deviceHash == b.deviceHash && a.versions == b.versions
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
        "receipt of \(Timestamp.string(creationDate)), app version \(Escaped.text(appVersion))"
    }
}
