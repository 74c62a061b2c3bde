import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Receipts that must be accepted. Real receipts have all of these features.
@Suite("Catalogue: accepted")
struct CatalogueAcceptedTests {
    private static func receipt(
        _ name: String, digest: TestDigest = .sha256, _ change: @escaping @Sendable (inout TestReceipt) -> Void
    ) -> CatalogueCase {
        CatalogueCase(
            testDescription: name,
            bytes: { try TestAuthority.standard.sign(Subject.receipt.with(change), digest: digest) }, verdict: .accepted
        )
    }

    private static func unknown(_ value: [UInt8]) -> TestExtension {
        TestExtension([1, 3, 6, 1, 4, 1, 99_999, 7], value: value)
    }
    private static let emptyDates: [Int64] = [8, 18, 21]

    static let rows: [CatalogueCase] = [
        CatalogueCase(
            testDescription: "ACC-01 an envelope of indefinite length, with the content in chunks",
            bytes: { try Attack.signed(Subject.receipt.payload.encoded, envelope: .ber(chunkSize: 500)).encoded },
            verdict: .accepted),
        receipt("ACC-02 an envelope in DER") { _ in },
        .payload("ACC-03 attributes in any order") { payload in
            payload.attributes.reverse()
            payload.editFirstPurchase { $0.attributes.reverse() }
        },
        .payload("ACC-04 unknown attributes, and values that are not DER") { payload in
            payload.attributes += [
                TestAttribute(99, value: [0xFF, 0x00]), TestAttribute(4_711, version: 7, value: []),
                TestAttribute(6, value: [0x30]),
            ]
            payload.editFirstPurchase { $0.append(TestAttribute(1_799, value: [0x1F])) }
        },
        .signer("ACC-05 NULL parameters and rsaEncryption, as Apple writes them", .accepted) {
            $0.digestAlgorithm = .sha256
            $0.signatureAlgorithm = .rsaEncryption
        },
        .signer("ACC-05 the combined identifier, as Xcode writes it", .accepted) {
            $0.signatureAlgorithm = .sha256WithRSAEncryption
        },
        receipt("ACC-06 SHA-1 under the old intermediate, long after its end", digest: .sha1) {
            $0.creationDate = .utc(2014, 7, 1)
        }.at(.utc(2045, 1, 1)),
        receipt("ACC-06 SHA-1 on its last day", digest: .sha1) { $0.creationDate = .utc(2025, 1, 24) },
        receipt("ACC-07 SHA-256 under the new intermediate") { $0.creationDate = .utc(2025, 6, 1) },
        receipt("ACC-07 SHA-256 long after the chain has expired") { $0.creationDate = .utc(2024, 6, 1) }.at(
            .utc(2045, 1, 1)),
        .container("ACC-08 the root first in the certificate set", .accepted) { $0.certificates.reverse() },
        .container("ACC-08 the intermediate first, with the root", .accepted) { $0.certificates.swapAt(0, 1) },
        .container("ACC-08 the intermediate first, no root", .accepted) {
            $0.certificates = [$0.certificates[1], $0.certificates[0]]
        },
        receipt("ACC-09 no purchases") { $0.purchases = [] },
        .payload("ACC-10 empty dates in the receipt") { payload in
            for type in emptyDates { payload.set(.ia5(type, "")) }
        },
        .payload("ACC-10 empty dates in a purchase") { payload in
            payload.editFirstPurchase { for type in [1706, 1708, 1712] as [Int64] { $0.set(.ia5(type, "")) } }
        },
        .attribute("ACC-13 a sandbox receipt where sandbox counts", .utf8(0, "ProductionSandbox"), .accepted).with {
            try $0.set(environments: [.production, .sandbox])
        },
        .chain("ACC-15 an unknown extension in the intermediate", .accepted) {
            $0.intermediate?.extensions.append(unknown(TestDER.null))
        },
        .chain("ACC-15 an unknown extension in the signer", .accepted) {
            $0.signer.extensions.append(unknown([0xFF, 0x01]))
        },
        .chain("ACC-15 an unknown extension in a root of the certificate set", .accepted) {
            $0.root?.extensions.append(unknown([0xFF]))
        },
    ]

    @Test("Accepted", arguments: rows)
    func accepted(_ row: CatalogueCase) throws { try row.check() }

    @Test("ACC-11 as many purchases as there are attributes 17, in file order", arguments: [1, 2, 3, 40])
    func severalPurchases(_ count: Int) throws {
        let receipt = Subject.receipt.with {
            $0.purchases = (0..<count).map {
                .consumable("com.example.coins", on: .utc(2024, 4, 1), transactionID: "\(1_000 + $0)")
            }
        }
        let verified = try Subject.verify(TestAuthority.standard.sign(receipt))
        #expect(verified.purchases.map(\.transactionID) == (0..<count).map { "\(1_000 + $0)" })
    }

    @Test("ACC-12 nine megabytes of purchases of realistic size: 20,000, the maximum; a sample: 2,000")
    func largest() throws {
        let count = repetitions(20_000, sample: 2_000)
        let row = TestAttributeSet(
            [
                .integer(1701, 1), .utf8(1702, "com.example.coins"), .utf8(1703, "1000000000000001"),
                .ia5(1704, "2024-04-01T12:00:00Z"), TestAttribute(1799, value: [UInt8](repeating: 0, count: 300)),
            ])
        let encoded = TestAttribute(17, set: row).encoded
        let payload = Attack.payload { payload in
            payload.remove(17)
            payload.attributes.append(
                CatalogueElementTests.raw([UInt8](copies: count, of: encoded)))
        }
        let bytes = try Attack.signed(payload.encoded).encoded
        #expect(bytes.count > 400 * count)
        #expect(try Subject.verify(bytes).purchases.count == count)
    }

    // MARK: The same receipt with other bytes

    @Test(
        "DER-26 unsigned parts can be encoded in many ways: different bytes, the same receipt"
    )
    func malleability() throws {
        let content = Subject.receipt.payload.encoded
        let plain = try Attack.signed(content)
        var variants = [plain.encoded]
        variants += try [1, 2, 3, 7, 100, 128, 10_000].map {
            try Attack.signed(content, envelope: .ber(chunkSize: $0)).encoded
        }
        let changes: [(inout TestSignedData) -> Void] = [
            { $0.certificates.removeLast() }, { $0.certificates.reverse() },
            { $0.certificates[2] = $0.certificates[2].dropLast() + [0] },
            { $0.digestAlgorithms[0].parameters = nil },
            { $0.signers[0].signatureAlgorithm = .sha256WithRSAEncryption },
        ]
        for change in changes {
            var variant = plain
            change(&variant)
            variants.append(variant.encoded)
        }
        #expect(Set(variants).count == variants.count)
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let receipts = try variants.map { try verifier.verify($0, at: Subject.now) }
        #expect(Set(receipts.map(\.receipt)).count == 1)
        #expect(Set(receipts.map(\.contentDigest)) == [ContentDigest(of: content)])
        #expect(Set(try variants.map { Array(try UnverifiedReceipt($0).content) }) == [content])
    }
}

extension CatalogueCase {
    fileprivate static func payload(_ name: String, _ change: @escaping @Sendable (inout TestAttributeSet) -> Void)
        -> Self
    {
        payload(name, .accepted, change)
    }
}
