import Foundation
import ReceiptKitTesting

/// Receipts made to keep a validator busy, each as large as the limits allow. Nobody has signed them: that is what a stranger
/// can make.
enum HostileReceipts {
    /// Five million octets of elements of two octets, where revocation lists go: just below the limit on elements.
    static func elements() throws -> [UInt8] {
        try unsigned { $0.revocationLists = Array([[UInt8]](repeating: TestDER.null, count: 2_490_000).joined()) }
    }

    /// The same up to the size limit, and so above the limit on elements.
    static func tooManyElements() throws -> [UInt8] {
        try unsigned { $0.revocationLists = Array([[UInt8]](repeating: TestDER.null, count: 5_200_000).joined()) }
    }

    /// Trees as deep as the limit allows, one after the other, with an element of two octets at the bottom of each.
    static func trees() throws -> [UInt8] {
        let tree = (0..<24).reduce(TestDER.null) { tree, _ in TestDER.sequence([tree]) }
        return try unsigned {
            $0.revocationLists = Array([[UInt8]](repeating: tree, count: 2_490_000 / 25).joined())
        }
    }

    /// The content in 2.4 million pieces of one octet.
    static func pieces() throws -> [UInt8] {
        let date = TestAttribute.date(12, .utc(2024, 5, 1)).encoded
        let rest = TestAttribute(6, value: [UInt8](repeating: 0, count: 2_400_000)).encoded
        return try unsigned {
            $0.content = TestDER.set([date, rest])
            $0.envelope = .ber(chunkSize: 1)
        }
    }

    /// Six million octets of the smallest attributes there are, before the creation date.
    static func attributes() throws -> [UInt8] {
        let smallest = Array([[UInt8]](repeating: TestAttribute(6, value: []).encoded, count: 620_000).joined())
        let date = TestAttribute.date(12, .utc(2024, 5, 1)).encoded
        return try unsigned { $0.content = TestDER.element(0x31, smallest + date) }
    }

    /// Ten million octets of elements within elements.
    static func nesting() throws -> [UInt8] {
        let levels = 2_050_000
        var nested: [UInt8] = []
        nested.reserveCapacity(levels * 5)
        for level in (0..<levels).reversed() {
            let length = UInt32(level * 5)
            nested += [0x30, 0x83]
            for shift in stride(from: 16, through: 0, by: -8) {
                nested.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
        return try unsigned { $0.revocationLists = nested }
    }

    /// Ten million octets of no form, behind a beginning that a receipt could have.
    static func garbage() -> [UInt8] {
        var state: UInt64 = 42
        return [0x30, 0x83, 0x9F, 0xFF, 0xFB]
            + (0..<0x9F_FFFB).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
    }

    /// Both certificates with keys of 4,096 bits.
    static func largeKeys() throws -> [UInt8] {
        let modulus = [0x00, 0xC5] + [UInt8](repeating: 0x5B, count: 511)
        let key = TestDER.sequence([TestDER.integer(octets: modulus), TestDER.integer(65_537)])
        let algorithm = TestAlgorithm.rsaEncryption.encoded
        let information = TestDER.sequence([algorithm, TestDER.bitString(key)])
        var chain = TestAuthority.stranger.sha256
        chain.intermediate?.subjectPublicKeyInfo = information
        chain.signer.subjectPublicKeyInfo = information
        var authority = TestAuthority.stranger
        authority.sha256 = chain
        return try authority.sign(Inputs.plainReceipt(2))
    }

    /// A receipt whose container `change` alters, with a signature that matches nothing.
    private static func unsigned(_ change: (inout TestSignedData) -> Void) throws -> [UInt8] {
        var container = try TestAuthority.standard.issue(Inputs.plainReceipt(2), defects: [.signatureFlipped])
            .signedData
        change(&container)
        return container.encoded
    }

    /// Purchases in which every value that Apple does not document is malformed: six notes each.
    static func malformedFields(_ count: Int) -> [UInt8] {
        let row = Inputs.plainReceipt(1).purchases.map { purchase in
            var attribute = purchase.attribute()
            guard case .set(var set) = attribute.content else { return attribute }
            for type: Int64 in [1707, 1710, 1713, 1720, 1721, 1722] {
                set.set(TestAttribute(type, value: [0x02, 0x00]))
            }
            attribute.content = .set(set)
            return attribute
        }
        var payload = Inputs.plainReceipt(0).payload
        payload.order = .asGiven
        for _ in 0..<count { payload.attributes += row }
        return payload.encoded
    }
}
