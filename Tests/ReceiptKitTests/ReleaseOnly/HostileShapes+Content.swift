import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// Hostile content. Before the signature check, verification reads it only up to attribute 12; a caller that uses
    /// `unverified` reads all of it.
    static let content: [HostileShape] = [
        HostileShape("PAY-13 unknown attributes before the date", "limit.elements") {
            let unknown = BulkReceipt.repeated(TLV.attribute(99, []), size: large)
            return try unsigned(TLV.element(0x31, joining: [unknown] + BulkReceipt.required))
        },
        HostileShape("PAY-13 unknown attributes before the date, as many as allowed", "signature.invalid") {
            let unknown = BulkReceipt.repeated(TLV.attribute(99, []), size: 6_200_000)
            return try unsigned(TLV.element(0x31, joining: [unknown] + BulkReceipt.required))
        },
        HostileShape("CMS-28 the largest honest receipt, one bit changed", "signature.invalid") {
            var bytes = try BulkReceipt.honest(size: large)
            bytes[large / 2] ^= 1
            return bytes
        },
        HostileShape("PAY-13 unknown attributes", .decode, "limit.elements") {
            try unsigned(BulkReceipt.payload([BulkReceipt.repeated(TLV.attribute(99, []), size: large)]))
        },
        HostileShape("PAY-13, PAY-17 unknown attributes of 64 KiB", .decode, "accepted") {
            let unknown = TLV.attribute(99, [UInt8](repeating: 5, count: 65_536))
            return try unsigned(BulkReceipt.payload([BulkReceipt.repeated(unknown, size: large)]))
        },
        HostileShape("PAY-13 the smallest purchases, one too many", .decode, "limit.purchases") {
            let row = TLV.attribute(17, smallest)
            return try unsigned(BulkReceipt.payload([BulkReceipt.repeated(row, size: row.count * 20_001)]))
        },
        HostileShape("PAY-13 the smallest purchases", .decode, "accepted") { try purchases([]) },
        HostileShape("diagnostics: every undocumented field of every purchase empty", .decode, "accepted") {
            try purchases(undocumented.map { TLV.attribute($0, []) })
        },
        HostileShape("diagnostics: malformed and repeated", .decode, "accepted") {
            try purchases(undocumented.flatMap { [TLV.attribute($0, [0]), TLV.attribute($0, [0])] })
        },
        HostileShape("diagnostics: malformed, and repeated twice", .decode, "accepted") {
            try purchases(undocumented.flatMap { type in (0..<3).map { _ in TLV.attribute(type, []) } })
        },
        HostileShape("diagnostics: with evidence", .decode, "accepted") {
            try purchases(
                [TLV.attribute(1721, TLV.element(0x0C, [UInt8](repeating: 1, count: 64)))]
                    + undocumented.dropLast().map { TLV.attribute($0, TLV.integer(-1)) })
        },
        HostileShape("one undocumented field malformed in the receipt, without end", .decode, "limit.elements") {
            try unsigned(BulkReceipt.payload([BulkReceipt.repeated(TLV.attribute(1, [0]), size: large)]))
        },
        HostileShape("PAY-07 the longest texts", .decode, "accepted") {
            let text = TLV.utf8(String(repeating: "é", count: 200))
            return try purchases([TLV.attribute(1721, text)])
        },
        HostileShape("PAY-07 a text with its fault at the end, in every purchase", .decode, "accepted") {
            try purchases([TLV.attribute(1721, TLV.element(0x0C, [UInt8](repeating: 0x41, count: 400) + [0xFF]))])
        },
    ]

    private static let undocumented: [Int64] = [1707, 1710, 1713, 1720, 1722, 1721]

    /// A purchase with only the required attributes.
    private static let smallest = purchase([])

    private static func purchase(_ more: [[UInt8]]) -> [UInt8] {
        TLV.element(
            0x31,
            joining: [
                TLV.attribute(1701, TLV.integer(1)), TLV.attribute(1702, TLV.utf8("a")),
                TLV.attribute(1703, TLV.utf8("1")), TLV.attribute(1704, TLV.ia5("2024-01-01T00:00:00Z")),
            ] + more)
    }

    /// The maximum number of purchases with these attributes.
    private static func purchases(_ more: [[UInt8]]) throws -> [UInt8] {
        let row = TLV.attribute(17, purchase(more))
        let count = min(20_000, large / row.count)
        return try unsigned(BulkReceipt.payload([BulkReceipt.repeated(row, size: row.count * count)]))
    }

    /// A container with the signature of other content.
    private static func unsigned(_ content: [UInt8]) throws -> [UInt8] {
        var signed = try Attack.signed([1])
        signed.content = content
        return signed.encoded
    }
}
