import Foundation
import ReceiptKitTesting

/// Receipts made to keep a verifier busy, each as large as the limits allow. They are not signed, because an attacker
/// couldn't sign them.
enum HostileReceipts {
    /// Content in 2.4 million pieces of one byte.
    static func pieces() throws -> [UInt8] {
        let date = TestAttribute.date(12, .utc(2024, 5, 1)).encoded
        let rest = TestAttribute(6, value: [UInt8](repeating: 0, count: 2_400_000)).encoded
        return try unsigned {
            $0.content = TestDER.set([date, rest])
            $0.envelope = .ber(chunkSize: 1)
        }
    }

    /// Six million bytes of the smallest possible attributes before the creation date.
    static func attributes() throws -> [UInt8] {
        let smallest = Array([[UInt8]](repeating: TestAttribute(6, value: []).encoded, count: 620_000).joined())
        let date = TestAttribute.date(12, .utc(2024, 5, 1)).encoded
        return try unsigned { $0.content = TestDER.element(0x31, smallest + date) }
    }

    /// Ten million random bytes after the beginning of a receipt.
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
        var chain = TestAuthority.untrusted.sha256
        chain.intermediate?.subjectPublicKeyInfo = information
        chain.signer.subjectPublicKeyInfo = information
        var authority = TestAuthority.untrusted
        authority.sha256 = chain
        return try authority.sign(Inputs.plainReceipt(2))
    }

    /// A receipt whose container was changed by `change`, with an invalid signature.
    private static func unsigned(_ change: (inout TestSignedData) -> Void) throws -> [UInt8] {
        var container = try TestAuthority.standard.issue(Inputs.plainReceipt(2), defects: [.named("signature-flipped")])
            .signedData
        change(&container)
        return container.encoded
    }

    /// Purchases in which every value that Apple doesn't document is malformed, with six diagnostics each.
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
