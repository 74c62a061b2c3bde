import Foundation
import ReceiptFields
import ReceiptKitTesting
import Testing

@testable import ReceiptKit

/// Input that is no receipt, or a receipt in a text that is not quite base64, given to the verifier.
@Suite("Catalogue: input")
struct CatalogueInputTests {
    @Test("DER-27 input that is something else", arguments: InputKindTests.inputs)
    func strangers(_ input: InputKindTests.Input) throws {
        let refusal = VerificationError.malformed(FormatError(input.reason, offset: 0))
        #expect(try Attack.error(input.bytes) == refusal)
    }

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
                default: .notReceipt(looksLike: .unknown)
                }
            #expect(
                verificationError { _ = try verifier.verify([byte], at: Subject.now) }
                    == .malformed(FormatError(reason, offset: 0)), "\(byte)")
        }
    }

    struct Text: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (String) -> String
        let error: @Sendable (String) -> FormatError?
    }

    private static func length(_ text: String) -> Int { text.utf8.count }

    static let texts: [Text] = [
        Text(testDescription: "DER-28 as it is", change: { $0 }, error: { _ in nil }),
        Text(
            testDescription: "DER-28 lines, tabs and spaces",
            change: { "\r\n\t " + $0.prefix(100) + "\r\n" + $0.dropFirst(100) + " \n" }, error: { _ in nil }),
        Text(
            testDescription: "DER-28 a hyphen of the URL alphabet", change: { "-" + $0.dropFirst() },
            error: { _ in FormatError(.invalidBase64(.character(0x2D)), offset: 0) }),
        Text(
            testDescription: "DER-28 an underscore of the URL alphabet",
            change: { $0.prefix(8) + "_" + $0.dropFirst(9) },
            error: { _ in FormatError(.invalidBase64(.character(0x5F)), offset: 8) }),
        Text(
            testDescription: "DER-28 padding missing", change: { $0.replacing("=", with: "") },
            error: { FormatError(.invalidBase64(.padding), offset: length($0.replacing("=", with: ""))) }),
        Text(
            testDescription: "DER-28 padding too long", change: { $0 + "=" },
            error: { FormatError(.invalidBase64(.padding), offset: length($0)) }),
        Text(
            testDescription: "DER-28 a NUL at the end", change: { $0 + "\0" },
            error: { FormatError(.invalidBase64(.character(0)), offset: length($0)) }),
        Text(
            testDescription: "DER-28 a NUL in front", change: { "\0" + $0 },
            error: { _ in FormatError(.invalidBase64(.character(0)), offset: 0) }),
        Text(
            testDescription: "DER-28 the last bits set", change: lastBitSet,
            error: { FormatError(.invalidBase64(.trailingBits), offset: length($0)) }),
    ]

    /// The last character before the padding, and the next one of the alphabet: of its bits, the lowest is not used.
    private static let lastBitSet: @Sendable (String) -> String = { text in
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var characters = Array(text.utf8)
        guard let last = characters.lastIndex(where: { $0 != UInt8(ascii: "=") }),
            let value = digits.firstIndex(of: characters[last])
        else { return "" }
        characters[last] = digits[value | 1]
        return String(decoding: characters, as: UTF8.self)
    }

    /// The receipt of which the base64 ends in `=`.
    private static let padded: [UInt8] = {
        do {
            for count in 0..<3 {
                let ballast = TestAttribute(99, value: [UInt8](repeating: 0, count: count))
                let signed = try Attack.signed(Attack.payload { $0.attributes.append(ballast) }.encoded)
                if !signed.encoded.count.isMultiple(of: 3) { return signed.encoded }
            }
        } catch {}
        return []
    }()

    @Test("Receipts in base64", arguments: texts)
    func base64(_ row: Text) throws {
        let text = TestText.base64(Self.padded)
        #expect(text.hasSuffix("="))
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let error = verificationError { _ = try verifier.verify(base64: row.change(text), at: Subject.now) }
        #expect(error == row.error(text).map(VerificationError.malformed))
    }

    @Test("DER-01 a receipt one byte above the limit, as bytes and as base64")
    func size() throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
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

    /// The beginning of the signer's certificate.
    private static func start(_ change: (inout TestCertificate) -> Void) -> [UInt8] {
        var signer = Attack.chain.signer
        change(&signer)
        do { return Array(try signer.encoded().prefix(30)) } catch { return [] }
    }

    private static func names(_ count: Int) -> TestName { TestName((0..<count).map { .commonName("\($0)") }) }

    private static func alternatives(_ count: Int) -> TestExtension {
        let name = TestDER.element(0x82, Array("a.example".utf8))
        return TestExtension(
            [2, 5, 29, 17], value: TestDER.element(0x30, Array([[UInt8]](repeating: name, count: count).joined())))
    }

    private static func unknown(_ count: Int) -> [TestExtension] {
        (0..<count).map { TestExtension([1, 3, 6, 1, 4, 1, 99_999, UInt64($0)], value: []) }
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
        .chain("DER-25 five hundred alternative names within 8 KiB", .accepted) {
            $0.signer.extensions.append(alternatives(500))
        },
    ]

    @Test("Certificates", arguments: certificates)
    func certificate(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Comparing in constant time

    /// Octets that count how often one of them was looked at.
    private final class Counter { var looks = 0 }

    private struct Watched: RandomAccessCollection {
        let octets: [UInt8]
        let counter: Counter
        var startIndex: Int { octets.startIndex }
        var endIndex: Int { octets.endIndex }
        subscript(index: Int) -> UInt8 {
            counter.looks += 1
            return octets[index]
        }
    }

    @Test("SIG-11 the comparison of hashes looks at every octet, wherever the first difference is")
    func constantTime() {
        let hash = [UInt8](0..<20)
        for place in hash.indices {
            for flip in [0, 1, 0x80] as [UInt8] {
                var other = hash
                other[place] ^= flip
                let (left, right) = (Counter(), Counter())
                let isEqual = DeviceHash.isEqual(
                    Watched(octets: hash, counter: left), Watched(octets: other, counter: right))
                #expect(isEqual == (flip == 0))
                #expect(left.looks == 20 && right.looks == 20)
            }
        }
        #expect(!DeviceHash.isEqual(hash, hash.dropLast()))
        #expect(!DeviceHash.isEqual(hash, hash + [0]))
        #expect(!DeviceHash.isEqual([0], []))
    }
}
