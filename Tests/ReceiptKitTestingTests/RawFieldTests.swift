import ReceiptKitTesting
import Testing

/// A field may be given as bytes instead of what the properties say, and nothing else changes by it.
@Suite("Raw fields") struct RawFieldTests {
    private static let octets: [UInt8] = [0xC9, 0x04, 0xDE, 0xAD, 0xBE, 0xEF]

    /// Whether ``octets`` stand once in `changed`, and not in `plain`.
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
        // What stands outside of the signed part leaves it alone; the rest is signed as it is.
        let isOutside = field == .outerSignatureAlgorithm || field == .signature
        #expect((changed.toBeSigned == plain.toBeSigned) == isOutside)
    }
}
