import ReceiptKitTesting
import Testing

@Suite struct DERTests {
    @Test(arguments: [
        (0, "00"), (1, "01"), (127, "7f"), (128, "8180"), (255, "81ff"), (256, "820100"), (65535, "82ffff"),
        (65536, "83010000"), (16_777_216, "8401000000"),
    ])
    func lengthIsTheShortest(count: Int, expected: String) {
        #expect(TestDER.length(count) == hex(expected))
    }

    @Test(
        arguments: [
            (0, "020100"), (1, "020101"), (127, "02017f"), (128, "02020080"), (255, "020200ff"), (256, "02020100"),
            (-1, "0201ff"), (-128, "020180"), (-129, "0202ff7f"), (1701, "020206a5"), (65535, "020300ffff"),
            (6_450_123_456, "020501807512c0"), (502_310_178_040_006_302, "020806f890721123469e"),
            (.max, "02087fffffffffffffff"), (.min, "02088000000000000000"),
        ] as [(Int64, String)])
    func integerHasTheFewestOctets(value: Int64, expected: String) {
        #expect(TestDER.integer(value) == hex(expected))
    }

    @Test(
        arguments: [
            (.data, "06092a864886f70d010701"),
            (.receiptSignerMarker, "060a2a864886f76364060b01"),
            (.receiptIssuerMarker, "060a2a864886f76364060201"),
            ([2, 5, 29, 19], "0603551d13"),
            ([0, 0], "060100"),
            ([2, 999, 3], "0603883703"),
            ([1, 2, 127, 128, 16383, 16384], "06092a7f8100ff7f818000"),
        ] as [(TestOID, String)])
    func objectIdentifierIsInBase128(identifier: TestOID, expected: String) {
        #expect(TestDER.objectIdentifier(identifier) == hex(expected))
    }

    @Test(
        arguments: [
            (TestDER.boolean(true), "0101ff"),
            (TestDER.boolean(false), "010100"),
            (TestDER.null, "0500"),
            (TestDER.octetString([1, 2]), "04020102"),
            (TestDER.bitString([0x80], unusedBits: 7), "03020780"),
            (TestDER.utf8String("é"), "0c02c3a9"),
            (TestDER.ia5String(""), "1600"),
            (TestDER.sequence([TestDER.null, TestDER.integer(1)]), "30050500020101"),
            (TestDER.set([TestDER.integer(2), TestDER.integer(1)]), "3106020102020101"),
            (TestDER.context(3, TestDER.null), "a3020500"),
        ] as [([UInt8], String)])
    func elements(encoded: [UInt8], expected: String) {
        #expect(encoded == hex(expected))
    }

    @Test func setOfIsSortedByItsEncodings() {
        let sorted = TestDER.sorted([hex("0402ffff"), hex("0201ff"), hex("020102"), hex("0403000000"), hex("0202")])
        #expect(sorted == [hex("020102"), hex("0201ff"), hex("0202"), hex("0402ffff"), hex("0403000000")])
    }

    @Test(arguments: [
        (TestExtension.keyUsage([.digitalSignature]), "551d0f", "03020780"),
        (TestExtension.keyUsage([.keyCertSign, .cRLSign]), "551d0f", "03020106"),
        (TestExtension.basicConstraints(isAuthority: false), "551d13", "3000"),
        (TestExtension.basicConstraints(isAuthority: true, pathLength: 0), "551d13", "30060101ff020100"),
        (TestExtension.subjectKeyIdentifier([1, 2]), "551d0e", "04020102"),
        (TestExtension.authorityKeyIdentifier([1, 2]), "551d23", "300480020102"),
        (TestExtension.marker(.receiptSignerMarker), "2a864886f76364060b01", "0500"),
        (TestExtension.extendedKeyUsage([[1, 3, 6, 1, 5, 5, 7, 3, 3]]), "551d25", "300a06082b06010505070303"),
    ])
    func extensionValues(built: TestExtension, identifier: String, value: String) {
        #expect(built.identifier.octets == hex(identifier))
        #expect(built.value == hex(value))
    }

    @Test func textForms() throws {
        #expect(TestText.hexadecimal([0x00, 0x9f, 0xff]) == "009fff")
        #expect(TestText.bytes(hexadecimal: "00:9F-ff") == [0x00, 0x9f, 0xff])
        #expect(TestText.bytes(hexadecimal: "0") == nil)
        #expect(TestText.bytes(hexadecimal: "zz") == nil)
        #expect(TestText.base64([0xfb, 0xff, 0x00]) == "+/8A")
        let pem = TestText.pem("PKCS7", [UInt8](repeating: 0, count: 49))
        let line = String(repeating: "A", count: 64)
        #expect(pem == "-----BEGIN PKCS7-----\n\(line)\nAA==\n-----END PKCS7-----\n")
    }
}
