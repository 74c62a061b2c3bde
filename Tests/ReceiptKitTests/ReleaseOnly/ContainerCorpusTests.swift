import Foundation
import ReceiptFields
import ReceiptKit
import SwiftASN1
import TestSupport
import Testing

/// swift-asn1's view of a container, found with an independent traversal.
private struct ReferenceContainer {
    struct NotAsExpected: Error {}

    let content: [UInt8]
    let certificates: [[UInt8]]
    let issuer: [UInt8]
    let serialNumber: [UInt8]
    /// Content bytes, because swift-asn1 converts 2.999 and similar identifiers to wrong text.
    let digest: [UInt8]
    let signatureAlgorithm: [UInt8]
    let signature: [UInt8]

    init(_ bytes: [UInt8]) throws {
        let contentInfo = try Self.children(try BER.parse(bytes))
        let signedData = try Self.children(try Self.only(contentInfo, 1, of: 2))
        var parts = try Self.children(try Self.only(signedData, 0, of: 1))[...]
        func next() throws -> ASN1Node {
            guard let node = parts.popFirst() else { throw NotAsExpected() }
            return node
        }
        func isContext(_ number: UInt) -> Bool {
            parts.first?.identifier == ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
        }
        _ = try next()
        _ = try next()
        let encapsulated = try Self.children(try next())
        content = try Self.octets(try Self.only(try Self.children(try Self.only(encapsulated, 1, of: 2)), 0, of: 1))
        certificates =
            isContext(0)
            ? try Self.children(try next()).filter { $0.identifier == .sequence }.map { Array($0.encodedBytes) } : []
        if isContext(1) { _ = try next() }
        let signer = try Self.children(try Self.only(try Self.children(try next()), 0, of: 1))
        guard parts.isEmpty, signer.count >= 5 else { throw NotAsExpected() }
        let identifier = try Self.children(signer[1])
        issuer = Array(try Self.only(identifier, 0, of: 2).encodedBytes)
        serialNumber = try Self.octets(identifier[1])
        digest = try Self.algorithm(signer[2])
        signatureAlgorithm = try Self.algorithm(signer[3])
        signature = try Self.octets(signer[4])
    }

    private static func children(_ node: ASN1Node) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else { throw NotAsExpected() }
        return Array(nodes)
    }

    private static func only(_ nodes: [ASN1Node], _ index: Int, of count: Int) throws -> ASN1Node {
        guard nodes.count == count else { throw NotAsExpected() }
        return nodes[index]
    }

    private static func octets(_ node: ASN1Node) throws -> [UInt8] {
        switch node.content {
        case .primitive(let bytes): Array(bytes)
        case .constructed(let pieces): try pieces.flatMap { try octets($0) }
        }
    }

    private static func algorithm(_ node: ASN1Node) throws -> [UInt8] {
        guard let first = try children(node).first else { throw NotAsExpected() }
        _ = try ASN1ObjectIdentifier(derEncoded: first)
        return try octets(first)
    }
}

@Suite("Container: real receipts, and swift-asn1 as reference")
struct ContainerCorpusTests {
    private static let samples: [[UInt8]] = {
        let small = SampleContainer(payload: TLV.set(TLV.attribute(1, [2])))
        var xcode = small.with(.content, SampleContainer.chunked([[1, 2], [], [3]]))
        xcode.isIndefinite = true
        let lists = small.with(.revocationLists, TLV.context(1, TLV.sequence(TLV.null)))
        let attributes = small.with(.signers, TLV.set(SampleContainer.signer(TLV.context(1, TLV.null))))
        return [small.encoding, xcode.encoding, lists.encoding, attributes.encoding]
    }()

    /// Compares one input. Returns whether our reader accepted it.
    private static func compare(_ bytes: [UInt8]) -> Bool {
        guard let ours = try? container(bytes), let signer = ours.signer, let content = ours.content else {
            return false
        }
        guard let expected = try? ReferenceContainer(bytes) else {
            // The container doesn't parse certificates, names and parameters; the chain's checks do.
            let closed = ours.certificates.map(\.whole) + [signer.issuer]
            let isClosedPart = closed.contains { (try? DER.parse(bytes[$0])) == nil }
            let isPlain = signer.digestAlgorithm.hasPlainParameters && signer.signatureAlgorithm.hasPlainParameters
            #expect(isClosedPart || !isPlain, "only swift-asn1 rejects \(bytes)")
            return true
        }
        #expect(Array(content) == expected.content)
        #expect(ours.certificates.map { Array(bytes[$0.whole]) } == expected.certificates)
        #expect(Array(bytes[signer.issuer]) == expected.issuer)
        #expect(Array(bytes[signer.serialNumber]) == expected.serialNumber)
        #expect(signer.digestAlgorithm.algorithm.octets == expected.digest)
        #expect(signer.signatureAlgorithm.algorithm.octets == expected.signatureAlgorithm)
        #expect(Array(bytes[signer.signature]) == expected.signature)
        return true
    }

    @Test("Real receipts: content, digest, certificates", arguments: Corpus.entries)
    func corpus(_ entry: Corpus.Entry) throws {
        #expect(Self.compare(entry.bytes))
        let signed = try UnverifiedReceipt(entry.bytes)
        #expect(signed.certificates.count == entry.expected.certificates)
        let signer = try #require(try container(entry.bytes).signer)
        let digests = ["sha1": "1.3.14.3.2.26", "sha256": "2.16.840.1.101.3.4.2.1"]
        #expect(signer.digestAlgorithm.algorithm.description == digests[entry.expected.digest])
        #expect(signer.digestAlgorithm.hasPlainParameters && signer.signatureAlgorithm.hasPlainParameters)
        let receipt = try signed.unverified
        #expect(receipt.bundleIdentifier == entry.expected.bundleID)
        #expect(receipt.attributes.map(\.type.rawValue) == entry.expected.attributes.map(\.type))
        #expect(receipt.diagnostics.isEmpty)
        let text = Data(entry.bytes).base64EncodedString(options: .lineLength64Characters)
        #expect(try UnverifiedReceipt(base64: text).unverified == receipt)
        let peek = try AppReceipt.creationDate(in: signed.content, limits: ReceiptLimits(), spent: DERReader.Spent())
        #expect(peek == receipt.creationDate)
        for attribute in receipt.attributes { #expect(entry.bytes[attribute.offset] == 0x30) }
    }

    @Test("The same content, certificates and signer, on every receipt and thousands of mutations")
    func differential() {
        var random = SeededGenerator(seed: 7)
        var (count, accepted) = (0, 0)
        let seeds = Self.samples + Corpus.entries.map(\.bytes) + Fixtures.entries.map(\.bytes)
        for seed in seeds {
            for round in 0..<repetitions(seed.count < 2_500 ? 700 : seed.count < 20_000 ? 120 : 10, sample: 8) {
                accepted += Self.compare(round == 0 ? seed : Mutator.mutate(seed, &random)) ? 1 : 0
                count += 1
            }
        }
        print("container differential: \(seeds.count) seeds, \(count) inputs, \(accepted) accepted by ours")
        #expect(accepted > seeds.count / 2)
    }

    @Test("Real receipts cut at every place: rejected for what is missing there", .enabled(if: Corpus.isAvailable))
    func truncation() {
        for entry in Corpus.entries where entry.bytes.count < 6_000 {
            for count in stride(from: 0, to: entry.bytes.count, by: entry.bytes.count < 2_500 ? 1 : 7).map(\.self)
                .sample(100)
            {
                let cut = Array(entry.bytes[..<count])
                let (needed, available, offset) = Cut.missing(in: cut)
                let reason = FormatError.Reason.truncated(needed: needed, available: available)
                #expect(throws: FormatError(count == 0 ? .emptyInput : reason, offset: offset), "\(entry.name)") {
                    try UnverifiedReceipt(cut)
                }
            }
        }
    }
}
