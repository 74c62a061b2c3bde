import Foundation
import ReceiptKit

/// The same operations on real receipts, from the folder in the environment. They are read in place and never copied.
public enum RealCases {
    /// The receipts by file name suffix, with their number of purchases.
    private static let receipts: [(suffix: String, purchases: Int)] = [
        ("-bebb16e2", 2), ("-5e1e7e48", 15), ("-ec62c6bd", 187),
    ]

    /// The cases, or none if `RECEIPT_CORPUS` is not set.
    public static let all: [BenchmarkCase] =
        folder == nil
        ? []
        : receipts.flatMap { suffix, count in
            [
                BenchmarkCase(
                    "real-decode-\(count)", "Decode, real, \(count) purchases", purchases: count, counted: 20
                ) { _ in try DecodingCases.work(try bytes(suffix), count) },
                verify(suffix, count, isCold: false), verify(suffix, count, isCold: true),
            ]
        }

    private static let folder: URL? = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
        URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("receipts")
    }

    private static func verify(_ suffix: String, _ count: Int, isCold: Bool) -> BenchmarkCase {
        BenchmarkCase(
            "real-verify-\(count)\(isCold ? "-cold" : "")",
            "Verify, real, \(count) purchases, \(isCold ? "cold" : "warm")", purchases: count, counted: 20
        ) { _ in
            let receipt = try bytes(suffix)
            let contents = try UnverifiedReceipt(receipt).unverified
            let policy = try ReceiptPolicy(
                bundleIdentifiers: [contents.bundleIdentifier], device: .unchecked, environments: [contents.environment]
            )
            return try VerificationCases.work(receipt, policy, isCold: isCold)
        }
    }

    /// The receipts' numbers of purchases, or none if there is no corpus.
    public static let purchaseCounts: [Int] = folder == nil ? [] : receipts.map(\.purchases)

    /// Returns the receipt with this many purchases.
    public static func receipt(_ purchases: Int) throws -> [UInt8] {
        guard let row = receipts.first(where: { $0.purchases == purchases }) else {
            throw UnexpectedOutcome("no real receipt with \(purchases) purchases")
        }
        return try bytes(row.suffix)
    }

    private static func bytes(_ suffix: String) throws -> [UInt8] {
        guard let folder else { throw UnexpectedOutcome("RECEIPT_CORPUS is not set") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard let name = names.first(where: { $0.hasSuffix("\(suffix).receipt") }) else {
            throw UnexpectedOutcome("there is no receipt \(suffix) in \(folder.path)")
        }
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
