import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// Reads a container and returns the result.
func container(_ bytes: [UInt8], salvages: Bool = false) throws(FormatError) -> UnverifiedSignedData {
    let all = bytes[...]
    var reader = DERReader(all.span, limits: ReceiptLimits(), salvages: salvages)
    var container = UnverifiedSignedData()
    try container.read(&reader, of: bytes, limits: ReceiptLimits())
    return container
}

@Suite("Container: content, certificates, signer")
struct ContainerContentTests {
    static let good = SampleContainer()
    static let payload = SampleSet.receipt.encoding

    @Test("ACC-01, ACC-02 definite and indefinite", arguments: [false, true])
    func forms(_ isIndefinite: Bool) throws {
        var sample = Self.good
        sample.isIndefinite = isIndefinite
        let signed = try UnverifiedReceipt(sample.encoding)
        #expect(Array(signed.content) == Self.payload)
        #expect(
            signed.certificates == [SampleContainer.certificate(serial: 7), SampleContainer.certificate(serial: 8)])
        #expect(
            signed.content.startIndex == sample.start(.content)
                + SampleContainer.encapsulated(TLV.octets(Self.payload)).count - Self.payload.count)
        let read = try container(sample.encoding)
        let signer = try #require(read.signer)
        let bytes = sample.encoding
        #expect(Array(bytes[signer.issuer]) == TLV.sequence(TLV.set()))
        #expect(Array(bytes[signer.serialNumber]) == [7])
        #expect(Array(bytes[signer.signature]) == [UInt8](repeating: 5, count: 256))
        #expect(signer.digestAlgorithm.algorithm.description == "2.16.840.1.101.3.4.2.1")
        #expect(signer.signatureAlgorithm.algorithm.description == "1.2.840.113549.1.1.1")
        #expect(signer.digestAlgorithm.hasPlainParameters && signer.signatureAlgorithm.hasPlainParameters)
        let outline = try #require(read.certificates.last)
        #expect(Array(bytes[outline.whole]) == SampleContainer.certificate(serial: 8))
        #expect(outline.version == 2)
        #expect(Array(bytes[outline.serialNumber]) == [8])
        #expect(Array(bytes[outline.issuer]) == TLV.sequence(TLV.set()))
        #expect(Array(bytes[outline.subject]) == TLV.sequence(TLV.set(TLV.null)))
        #expect(Array(bytes[outline.innerAlgorithm]) == SampleContainer.rsa)
        #expect(Array(bytes[outline.outerAlgorithm]) == SampleContainer.rsa)
        #expect(outline.unusedSignatureBits == 0)
        let receipt = try signed.unverified
        #expect(receipt == (try AppReceipt(payload: Self.payload)))
        #expect(
            receipt.attributes.map(\.offset)
                == SampleSet.receipt.rows.indices.map { signed.content.startIndex + SampleSet.receipt.start($0) })
    }

    struct Chunks: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chunks: [[UInt8]]
    }

    @Test(
        "CMS-19, DER-15 the content is the bytes of the pieces, without their headers",
        arguments: [
            Chunks(testDescription: "one", chunks: [payload]),
            Chunks(testDescription: "two", chunks: [Array(payload[..<100]), Array(payload[100...])]),
            Chunks(testDescription: "one byte each", chunks: payload.map { [$0] }),
            Chunks(
                testDescription: "empty ones between", chunks: [[], Array(payload[..<1]), [], Array(payload[1...]), []]),
            Chunks(testDescription: "an empty one, then all", chunks: [[], payload]),
        ])
    func chunks(_ chunks: Chunks) throws {
        var sample = Self.good.with(.content, SampleContainer.chunked(chunks.chunks))
        for isIndefinite in [true, false] {
            sample.isIndefinite = isIndefinite
            let signed = try UnverifiedReceipt(sample.encoding)
            #expect(Array(signed.content) == Self.payload)
            #expect(try signed.unverified.purchases.count == 2)
            #expect(signed.certificates.count == 2)
        }
        let definite = SampleContainer.encapsulated(TLV.element(0x24, joining: chunks.chunks.map { TLV.octets($0) }))
        #expect(Array(try UnverifiedReceipt(Self.good.with(.content, definite).encoding).content) == Self.payload)
    }

    @Test("CMS-19 offsets are in the receipt if the content is in one piece, and in the joined content otherwise")
    func chunkOffsets() throws {
        let broken = SampleSet.receipt.replacing(2, TLV.ia5("x"))
        let reason = FormatError.Reason.unexpectedTag(expected: 0x0C, found: 0x16)
        let encoding = broken.encoding
        let one = try UnverifiedReceipt(Self.good.with(.content, SampleContainer.chunked([encoding])).encoding)
        #expect(
            throws: FormatError(
                reason, path: FieldPath.receipt(.bundleIdentifier),
                offset: one.content.startIndex + broken.valueStart(2))
        ) {
            try one.unverified
        }
        #expect(one.content.startIndex > 0)
        let two = try UnverifiedReceipt(
            Self.good.with(.content, SampleContainer.chunked([Array(encoding[..<9]), Array(encoding[9...])])).encoding)
        #expect(
            throws: FormatError(reason, path: FieldPath.receipt(.bundleIdentifier), offset: broken.valueStart(2))
        ) {
            try two.unverified
        }
        #expect(two.content.startIndex == 0)
    }

    @Test("DER-15 half a million pieces of one byte (a sample: 20,000), in linear time and under the element limit")
    func manyPieces() throws {
        let zeros = [UInt8](repeating: 0, count: repetitions(500_000, sample: 20_000))
        let pieces = [UInt8](copies: zeros.count, of: [0x04, 0x01, 0x00])
        let content = SampleContainer.encapsulated([0x24, 0x80] + pieces + [0, 0])
        let signed = try UnverifiedReceipt(Self.good.with(.content, content).encoding)
        #expect(Array(signed.content) == zeros)
        var limits = ReceiptLimits()
        limits.maximumElements = zeros.count
        // 13 elements come before the pieces, which have three bytes each; after these are two bytes of
        // end-of-contents.
        let first = Self.good.with(.content, content).start(.content) + content.count - 2 - pieces.count
        let refused = first + 3 * (limits.maximumElements - 13)
        #expect(throws: FormatError(.limitExceeded(.elements, allowed: zeros.count), offset: refused)) {
            try UnverifiedReceipt(Self.good.with(.content, content).encoding, limits: limits)
        }
    }

    // MARK: Certificates

    @Test("A certificate of version 1 has no version")
    func versionOne() throws {
        let tbs = TLV.sequence(
            TLV.integer(1), SampleContainer.rsa, TLV.sequence(), TLV.sequence(), TLV.sequence(), TLV.sequence())
        let certificate = TLV.sequence(tbs, SampleContainer.rsa, TLV.element(0x03, [5, 0x20]))
        let read = try container(Self.good.with(.certificates, TLV.context(0, certificate)).encoding)
        #expect(read.certificates.map(\.version) == [0])
        #expect(read.certificates.map(\.unusedSignatureBits) == [5])
    }
}
