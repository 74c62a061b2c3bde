import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests input that is too large, and certificates that take long to parse.
@Suite("Catalogue: input")
struct CatalogueInputTests {
    @Test("DER-27 one byte, of every value")
    func oneByte() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        for byte in UInt8.min...UInt8.max {
            let reason: FormatError.Reason =
                switch byte {
                case 0x30: .truncated(needed: 2, available: 1)
                case UInt8(ascii: "{"): .transactionReceipt
                case UInt8(ascii: "["): .notReceipt(looksLike: .json)
                case UInt8(ascii: "<"): .notReceipt(looksLike: .markup)
                case UInt8(ascii: "-"): .notReceipt(looksLike: .pem)
                case UInt8(ascii: "\""), UInt8(ascii: "'"): .quoted
                default: .notReceipt(looksLike: .unknown)
                }
            #expect(
                verificationError { _ = try verifier.verify([byte], at: Subject.now) }
                    == .malformed(FormatError(reason, offset: 0)), "\(byte)")
        }
    }

    @Test("DER-01 a receipt one byte above the limit, as bytes and as base64")
    func size() throws {
        let bytes = Attack.valid
        for (limit, isAccepted) in [(bytes.count, true), (bytes.count - 1, false)] {
            let verifier = ReceiptVerifier(policy: try Subject.policy { $0.limits.maximumInputSize = limit })
            let refusal = VerificationError.malformed(FormatError(.limitExceeded(.input, allowed: limit), offset: 0))
            let expected = isAccepted ? nil : refusal
            #expect(verificationError { _ = try verifier.verify(bytes, at: Subject.now) } == expected)
            #expect(
                verificationError { _ = try verifier.verify(base64: TestText.base64(bytes), at: Subject.now) }
                    == expected)
        }
    }

    // MARK: Certificates that take long to parse

    private static func large(_ name: String, _ change: @escaping @Sendable (inout TestCertificate) -> Void)
        -> CatalogueCase
    {
        .chain(name, .malformed(.limitExceeded(.certificateSize, allowed: 8_192), .first(start(change)))) {
            change(&$0.signer)
        }
    }

    /// The beginning of the signer certificate.
    private static func start(_ change: (inout TestCertificate) -> Void) -> [UInt8] {
        var signer = Attack.chain.signer
        change(&signer)
        do { return Array(try signer.encoded().prefix(30)) } catch { return [] }
    }

    private static func names(_ count: Int) -> TestName { TestName((0..<count).map { .commonName("\($0)") }) }

    private static func alternatives(_ count: Int) -> TestExtension {
        let name = TestDER.element(0x82, Array("a.example".utf8))
        return TestExtension(
            [2, 5, 29, 17], value: TestDER.element(0x30, [UInt8](copies: count, of: name)))
    }

    private static func unknown(_ count: Int) -> [TestExtension] {
        (0..<count).map { TestExtension([1, 3, 6, 1, 4, 1, 99_999, UInt64($0)], value: []) }
    }

    /// An untrusted chain with a signer name of this size.
    private static func untrusted(_ name: String, _ size: Int, _ verdict: CatalogueCase.Verdict) -> CatalogueCase {
        .chain(name, verdict) {
            $0 = TestAuthority.untrusted.sha256
            // SEQUENCE, SET, SEQUENCE and the string with lengths of two bytes each, and the OID.
            $0.signer.subject = TestName([.commonName(String(repeating: "x", count: size - 4 * 4 - 5))])
            #expect($0.signer.subject.encoded.count == size)
        }
    }

    static let certificates: [CatalogueCase] = [
        large("DER-25 four thousand extensions") { $0.extensions += unknown(4_000) },
        large("DER-25 five thousand parts of a name") { $0.subject = names(5_000) },
        large("DER-25 three thousand alternative names") { $0.extensions.append(alternatives(3_000)) },
        large("DER-25 a serial number of 100 KB") { $0.serialNumber = [UInt8](repeating: 0x11, count: 100_000) },
        .chain("DER-25 a name of 8 KiB less the rest", .refused(.malformedCertificate(.signer))) {
            $0.signer.subject = names(300)
        },
        .chain("DER-25 two hundred extensions within 8 KiB", .refused(.malformedCertificate(.signer))) {
            $0.signer.extensions += unknown(200)
        },
        untrusted("DER-25 a name of 512 bytes", 512, .about(1) { .untrustedRoot($0) }),
        untrusted("DER-25 a name of 513 bytes", 513, .refused(.malformedCertificate(.signer))),
        .chain("DER-25 five hundred alternative names within 8 KiB", .accepted) {
            $0.signer.extensions.append(alternatives(500))
        },
    ]

    @Test("Certificates", arguments: certificates)
    func certificate(_ row: CatalogueCase) throws { try row.check() }
}
