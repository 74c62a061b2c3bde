public import Foundation
public import ReceiptKitTesting

/// The measured receipts. The test kit issues them, and a folder caches them between processes, because issuing 20,000
/// purchases takes longer than measuring them.
public struct Inputs: Sendable {
    private let folder: URL?

    /// Creates inputs cached in `folder`, or issued each time if it is nil.
    public init(folder: URL?) { self.folder = folder }

    /// Returns the cached bytes for `name`, or those that `make` creates.
    public func bytes(_ name: String, _ make: () throws -> [UInt8]) throws -> [UInt8] {
        guard let folder else { return try make() }
        let file = folder.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: file.path) { return Array(try Data(contentsOf: file)) }
        let bytes = try make()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
        return bytes
    }

    /// The root certificate to trust. Cached as well, because signing is blinded with random numbers, so that the
    /// number of instructions differs between runs.
    public func root() throws -> [UInt8] { try bytes("root") { try TestAuthority.standard.rootCertificate } }

    /// The number of attributes of a receipt's purchases.
    public enum Row: String, Sendable {
        /// A renewal as Apple's servers write it since 2021.
        case twenty
        /// 1701 to 1713 only, the fewest that Apple's servers have ever written.
        case thirteen
    }

    /// A receipt of a subscription with this many periods.
    public func receipt(_ purchases: Int, row: Row = .twenty, digest: TestDigest = .sha256) throws -> [UInt8] {
        try bytes("receipt-\(purchases)-\(row.rawValue)-\(digest == .sha1 ? "sha1" : "sha256")") {
            try TestAuthority.standard.sign(Self.receipt(purchases, row), digest: digest)
        }
    }

    /// A receipt of a subscription with this many periods, each a current renewal.
    package static func plainReceipt(_ purchases: Int) -> TestReceipt {
        var receipt = TestReceipt(bundleIdentifier: app, creationDate: .utc(2024, 5, 1, 12))
        if purchases == 0 { return receipt }
        let periods = TestPurchase.subscription(
            "com.example.app.subscription.monthly", from: .utc(2012, 2, 29, 10, 20, 30), every: .days(1),
            periods: purchases, transactionID: "410000000000001")
        receipt.purchases = periods.map { $0.with { $0.productAppID = 1_234_567_890 } }
        return receipt
    }

    private static func receipt(_ purchases: Int, _ row: Row) -> TestReceipt {
        var receipt = plainReceipt(purchases)
        guard row == .thirteen else { return receipt }
        receipt.otherAttributes = receipt.purchases.map { purchase in
            guard case .set(var set) = purchase.attribute().content else { return purchase.attribute() }
            set.attributes.removeAll { $0.type > 1713 }
            return TestAttribute(17, set: set)
        }
        receipt.purchases = []
        return receipt
    }

    /// The app of every receipt.
    public static let app = "com.example.app"
}
