import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Limits lowered by the policy, or by the caller that reads the receipt.
@Suite("Catalogue: lower limits")
struct CatalogueLimitTests {
    @Test("DER-02 a limit of zero rejects the first element that it applies to, with its own error", arguments: limits)
    func zero(_ row: (name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)) throws {
        let bytes = Attack.valid
        let (path, offset) = try Self.firstLimited(by: row.name, in: UnverifiedReceipt(bytes), bytes)
        #expect(
            try Attack.error(bytes) { row.change(&$0.limits) }
                == .malformed(FormatError(.limitExceeded(row.name, allowed: 0), path: path, offset: offset)))
    }

    /// Returns the first element that a limit applies to.
    private static func firstLimited(
        by limit: FormatError.Limit, in receipt: UnverifiedReceipt, _ bytes: [UInt8]
    ) throws -> (FieldPath, Int) {
        let attributes = try receipt.unverified.attributes
        switch limit {
        case .certificateSize, .certificates:
            return (FieldPath.container, try #require(bytes.firstRange(of: receipt.certificates[0])).lowerBound)
        case .attribute:
            let first = try #require(attributes.first { _ in true })
            return (FieldPath.receipt(first.type), first.offset)
        case .string:
            let texts: Set<Int64> = [0, 2, 3, 19]
            let first = try #require(attributes.first { texts.contains($0.type.rawValue) })
            return (FieldPath.receipt(first.type), first.value.startIndex)
        case .purchases:
            let first = try #require(attributes.first { $0.type == .purchase })
            return (FieldPath.purchase(0), first.offset)
        default: return (FieldPath.container, 0)
        }
    }

    @Test(
        "A lower limit applies to the policy, or only to the call that it was given to",
        arguments: tight)
    func perCall(_ row: (name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)) throws {
        let bytes = Attack.valid
        var limits = ReceiptLimits()
        row.change(&limits)
        let expected = try #require(try Attack.error(bytes) { row.change(&$0.limits) })
        guard case .malformed(let fault) = expected, case .limitExceeded(row.name, _) = fault.reason else {
            Issue.record("\(expected)")
            return
        }
        let error = verificationError {
            let receipt: UnverifiedReceipt
            do throws(FormatError) {
                receipt = try UnverifiedReceipt(bytes, limits: limits)
            } catch { throw VerificationError.malformed(error) }
            _ = try ReceiptVerifier(policy: Subject.policy()).verify(receipt, at: Subject.now)
        }
        #expect(error == expected)
        let policy = try Subject.policy { $0.limits = limits }
        let read = try UnverifiedReceipt(bytes)
        #expect(
            verificationError { _ = try ReceiptVerifier(policy: policy).verify(read, at: Subject.now) } == expected)
    }

    /// Limits one below what the receipt needs, or lower.
    static let tight: [(name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)] = [
        (.input, { $0.maximumInputSize = 4_000 }), (.elements, { $0.maximumElements = 300 }),
        (.depth, { $0.maximumDepth = 9 }), (.certificateSize, { $0.maximumCertificateSize = 800 }),
        (.certificates, { $0.maximumCertificates = 2 }), (.attribute, { $0.maximumAttributeLength = 30 }),
        (.string, { $0.maximumStringLength = 5 }), (.purchases, { $0.maximumPurchases = 1 }),
    ]

    static let limits: [(name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)] = [
        (.input, { $0.maximumInputSize = -5 }), (.elements, { $0.maximumElements = 0 }),
        (.depth, { $0.maximumDepth = 0 }), (.certificateSize, { $0.maximumCertificateSize = 0 }),
        (.certificates, { $0.maximumCertificates = .min }), (.attribute, { $0.maximumAttributeLength = 0 }),
        (.string, { $0.maximumStringLength = 0 }), (.purchases, { $0.maximumPurchases = 0 }),
    ]
}
