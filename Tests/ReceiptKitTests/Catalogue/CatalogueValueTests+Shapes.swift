import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Elements that are too long or too short.
extension CatalogueValueTests {
    static let shapes: [CatalogueCase] = [
        .content(
            "DER-12 a byte behind the payload",
            .malformed(
                .trailingBytes(1),
                .of(Subject.receipt.payload.encoded + [0], plus: Subject.receipt.payload.encoded.count))
        ) { Subject.receipt.payload.encoded + [0] },
        behind("DER-12 a byte behind the container", [0]), behind("DER-12 a line feed behind the container", [0x0A]),
        behind("DER-12 an element behind the container", [0x30, 0x00]),
        behind("DER-12 two elements behind the container", [0x05, 0x00, 0x05, 0x00]),
        behind("DER-12 another container behind the container", Attack.valid),
        .chain(
            "DER-13 a certificate of four parts", .malformed(.trailingBytes(2), .of(TestDER.null + intermediateStart))
        ) { $0.signer.additionalFields = TestDER.null },
        .chain("CHN-16 a root of four parts", .malformed(.trailingBytes(2), .of(TestDER.null + signerInfos))) {
            $0.root?.additionalFields = TestDER.null
        },
        .signer("DER-13 a part more in SignerInfo", .malformed(.trailingBytes(2), .fromEnd(2))) {
            $0.additionalFields = TestDER.null
        },
        .container("DER-13 a part more in SignedData", .malformed(.trailingBytes(2), .fromEnd(2))) {
            $0.additionalFields = TestDER.null
        },
    ]

    private static func behind(_ name: String, _ octets: [UInt8]) -> CatalogueCase {
        CatalogueCase(
            testDescription: name, bytes: { Attack.valid + octets },
            verdict: .malformed(.trailingBytes(octets.count), .fromEnd(octets.count)))
    }

    private static let intermediateStart: [UInt8] = {
        do { return Array(try Attack.chain.certificates[1].encoded().prefix(8)) } catch { return [] }
    }()
    static let signerInfos: [UInt8] = [0x31, 0x82]
}
