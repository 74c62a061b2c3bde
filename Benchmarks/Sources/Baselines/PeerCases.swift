package import BenchmarkCases
import Foundation
import ReceiptKit
import ReceiptKitTesting
import SwiftASN1

/// The way most Swift code reads receipts, for comparison: swift-asn1's tree of nodes, a type per structure with
/// `init(derEncoded:)`, one attribute after the other.
package enum PeerCases {
    package static let all: [BenchmarkCase] =
        [1, 12, 187, 5_000].flatMap { [decode($0, .text), decode($0, .formatter)] }
        + [decode(187, .strategy)]
        + RealCases.purchaseCounts.map { count in
            BenchmarkCase(
                "asn1-real-decode-\(count)", "swift-asn1 decode, dates left as text, real, \(count) purchases",
                purchases: count, counted: 10
            ) { _ in try work(try RealCases.receipt(count), count, .text) }
        }

    private static func decode(_ count: Int, _ dates: PeerDates) -> BenchmarkCase {
        BenchmarkCase(
            "asn1-decode-\(count)\(dates.suffix)",
            "swift-asn1 decode, \(dates.title), \(grouped(count)) purchase\(count == 1 ? "" : "s")",
            purchases: count, counted: count > 1_000 ? 1 : 5
        ) { inputs in try work(try inputs.receipt(count), count, dates) }
    }

    private static func work(_ receipt: [UInt8], _ count: Int, _ dates: PeerDates) throws -> PreparedWork {
        let content = Array(try UnverifiedReceipt(receipt).content)
        return PreparedWork(inputSize: content.count) {
            let receipt = try PeerReceipt(content, PeerDateReader(dates))
            guard receipt.purchases.count == count else { throw UnexpectedOutcome("purchases are missing") }
            blackHole(receipt)
        }
    }
}
