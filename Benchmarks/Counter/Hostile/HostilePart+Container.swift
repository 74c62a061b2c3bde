import BenchmarkCases
import ReceiptKitTesting

/// Every part of the container and of the content that is read before the signature is checked.
extension HostilePart {
    private static let anySize = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

    static let container: [HostilePart] = [
        part("digestAlgorithms, many") {
            let count = $1 / TestDigest.sha256.algorithm.encoded.count
            $0.digestAlgorithms = [TestAlgorithm](repeating: TestDigest.sha256.algorithm, count: count)
        },
        part("digestAlgorithms, its parameters") { $0.digestAlgorithms[0].parameters = filled(TestDER.null, $1) },
        part("content in pieces of one byte") {
            $0.content = TestDER.set([created, TestAttribute(6, value: [UInt8](repeating: 0, count: $1 / 3)).encoded])
            $0.envelope = .ber(chunkSize: 1)
        },
        part("content in pieces of sixteen bytes") {
            $0.content = TestDER.set([
                created, TestAttribute(6, value: [UInt8](repeating: 0, count: $1 / 18 * 16)).encoded,
            ])
            $0.envelope = .ber(chunkSize: 16)
        },
        part("content in empty pieces") {
            $0.rawFields[.encapsulatedContent] = TestDER.sequence([
                TestDER.objectIdentifier([1, 2, 840, 113_549, 1, 7, 1]),
                TestDER.context(0, TestDER.element(0x24, filled([0x04, 0x00], $1))),
            ])
        },
        part("certificates, none of them one") {
            $0.rawFields[.certificates] = TestDER.context(0, filled(TestDER.sequence([]), $1))
        },
        part("certificates, other choices") {
            $0.rawFields[.certificates] = TestDER.context(0, filled([0xA1, 0x00], $1))
        },
        part("certificates, eight more as large as they may be", [8 * 8_150]) { container, _ in
            container.certificates += [[UInt8]](repeating: stuffed(8_100), count: 8)
        },
        part("certificates, one of any size") { $0.certificates[2] = stuffed($1) },
        part("crls") { $0.revocationLists = filled(TestDER.null, $1) },
        part("crls, nested") { $0.revocationLists = nested(0x30, $1) },
        part("signers, many") {
            let signer = $0.signers[0]
            $0.signers = [TestSignerInfo](repeating: signer, count: max(1, $1 / signer.encoded.count))
        },
        part("signer's issuer") {
            $0.signers[0].identifier = .issuerAndSerialNumber(
                issuer: TestDER.sequence([filled(TestDER.null, $1)]), serialNumber: [1])
        },
        part("signer's issuer, nested") {
            $0.signers[0].identifier = .issuerAndSerialNumber(issuer: nested(0x30, $1), serialNumber: [1])
        },
        part("signer's serial number") {
            $0.signers[0].identifier = .issuerAndSerialNumber(
                issuer: TestAuthority.standard.sha256.signer.issuer.encoded,
                serialNumber: [UInt8](repeating: 0x7F, count: $1))
        },
        part("signature algorithm's parameters") {
            $0.signers[0].signatureAlgorithm.parameters = filled(TestDER.null, $1)
        },
        part("signature") { $0.signers[0].signature = [UInt8](repeating: 0x7F, count: $1) },
        part("signed attributes") { $0.signers[0].signedAttributes = filled(TestDER.null, $1) },
        part("unsigned attributes") { $0.signers[0].unsignedAttributes = filled(TestDER.null, $1) },
    ]

    static let content: [HostilePart] = [
        part("empty attributes before the creation date") {
            $0.content = TestDER.element(0x31, filled(TestAttribute(6, value: []).encoded, $1) + created)
        },
        part("attributes before the creation date, wide numbers") {
            let wide = TestAttribute(6, value: [UInt8](repeating: 0, count: 200)).encoded
            $0.content = TestDER.element(0x31, filled(wide, $1) + created)
        },
        part("purchases before the creation date") {
            let row = Inputs.plainReceipt(1).purchases.map { $0.attribute().encoded }.first ?? []
            $0.content = TestDER.element(0x31, filled(row, $1) + created)
        },
        part("no creation date") {
            $0.content = TestDER.element(0x31, filled(TestAttribute(6, value: []).encoded, $1))
        },
        part("a long creation date") {
            $0.content = TestDER.set([TestAttribute(12, value: [UInt8](repeating: 0x32, count: $1)).encoded])
        },
        part("no attributes") { $0.content = TestDER.element(0x31, filled(TestDER.null, $1)) },
        part("nested") { $0.content = TestDER.element(0x31, nested(0x30, $1)) },
    ]

    private static let created = TestAttribute.date(12, .utc(2024, 5, 1, 12)).encoded

    /// Something with the structure of a certificate, filled with NULLs.
    private static func stuffed(_ size: Int) -> [UInt8] {
        let empty = TestDER.sequence([])
        let signed = TestDER.sequence([TestDER.integer(7), empty, empty, empty, empty, filled(TestDER.null, size)])
        return TestDER.sequence([signed, empty, TestDER.bitString([1])])
    }

    private static func part(
        _ name: String, _ sizes: [Int] = anySize, _ change: @escaping @Sendable (inout TestSignedData, Int) -> Void
    ) -> HostilePart {
        HostilePart(name: name, sizes: sizes) { size in
            var container = try TestAuthority.standard.issue(
                Inputs.plainReceipt(2), defects: [.named("signature-flipped")]
            )
            .signedData
            // Stay below the limit for the whole receipt, which would reject it otherwise.
            change(&container, min(size, (10 << 20) - 20_000))
            return container.encoded
        }
    }
}
