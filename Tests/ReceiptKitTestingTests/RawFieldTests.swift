import ReceiptKitTesting
import Testing

/// A field can be replaced by bytes, and nothing else changes.
@Suite("Raw fields") struct RawFieldTests {
    private static let octets: [UInt8] = [0xC9, 0x04, 0xDE, 0xAD, 0xBE, 0xEF]

    /// Returns whether ``octets`` occur once in `changed`, and not in `plain`.
    private func holdsOctetsOnce(_ changed: [UInt8], _ plain: [UInt8]) -> Bool {
        func count(_ bytes: [UInt8]) -> Int {
            bytes.indices.count { bytes[$0...].starts(with: Self.octets) }
        }
        return count(changed) == 1 && count(plain) == 0
    }

    @Test(arguments: TestSignedData.Field.allCases)
    func container(_ field: TestSignedData.Field) throws {
        let plain = try TestAuthority.standard.issue(TestReceipt()).signedData
        var changed = plain
        changed.rawFields[field] = Self.octets
        #expect(holdsOctetsOnce(changed.encoded, plain.encoded))
        changed.rawFields[field] = []
        #expect(
            field == .revocationLists ? changed.encoded == plain.encoded : changed.encoded.count < plain.encoded.count)
    }

    @Test(arguments: TestSignerInfo.Field.allCases)
    func signer(_ field: TestSignerInfo.Field) throws {
        let plain = try TestAuthority.standard.issue(TestReceipt()).signedData.signers[0]
        var changed = plain
        changed.rawFields[field] = Self.octets
        #expect(holdsOctetsOnce(changed.encoded, plain.encoded))
        changed.rawFields[field] = nil
        changed.additionalFields = Self.octets
        #expect(changed.encoded.suffix(6) == Self.octets[...])
    }

    @Test(arguments: TestCertificate.Field.allCases)
    func certificate(_ field: TestCertificate.Field) throws {
        let plain = TestAuthority.standard.sha256.signer
        var changed = plain
        changed.rawFields[field] = Self.octets
        #expect(holdsOctetsOnce(try changed.encoded(), try plain.encoded()))
        // A change outside the signed part doesn't affect the signature; other changes are signed.
        let isOutside = field == .outerSignatureAlgorithm || field == .signature
        #expect((changed.toBeSigned == plain.toBeSigned) == isOutside)
    }
}
