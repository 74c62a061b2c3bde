import ReceiptKit
import ReceiptKitTesting
import Testing

/// x509-limbo `rfc5280::pc::ica-noncritical-pc`: extensions that RFC 5280 wants critical, and that nothing here evaluates,
/// are refused also where the issuer forgot to say so.
@Suite("CHN-13 extensions that have to be critical")
struct PolicyExtensionTests {
    struct Row: Sendable {
        let identifier: TestOID
        let name: String
        let value: [UInt8]
    }

    static let rows = [
        // PolicyConstraints ::= SEQUENCE { requireExplicitPolicy [0] INTEGER OPTIONAL, … } (RFC 5280 section 4.2.1.11)
        Row(identifier: [2, 5, 29, 36], name: "2.5.29.36", value: [0x30, 0x03, 0x80, 0x01, 0x00]),
        // InhibitAnyPolicy ::= INTEGER (RFC 5280 section 4.2.1.14)
        Row(identifier: [2, 5, 29, 54], name: "2.5.29.54", value: [0x02, 0x01, 0x00]),
    ]

    @Test("policyConstraints and inhibitAnyPolicy, critical or not", arguments: rows, [false, true])
    func intermediate(_ row: Row, isCritical: Bool) throws {
        var chain = Attack.chain
        chain.intermediate?.extensions.append(
            TestExtension(row.identifier, isCritical: isCritical, value: row.value))
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        #expect(try Attack.error(bytes) == .criticalExtension(.intermediate, row.name))
    }
}
