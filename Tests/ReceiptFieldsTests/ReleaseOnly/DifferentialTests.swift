import Foundation
import ReceiptFields
import SwiftASN1
import TestSupport
import Testing

/// Compares the reader with swift-asn1: the reader must reject all DER that swift-asn1 rejects, and if both accept an
/// input, they must find the same elements.
@Suite("Differential: the reader and swift-asn1")
struct DifferentialTests {
    /// All DER that mutations start from: payloads, attribute values, certificates, and whole receipts.
    static let seeds: [[UInt8]] = {
        var seeds = [SampleSet.receipt.encoding, SampleSet.purchase.encoding]
        for receipt in Corpus.entries.map(\.bytes) + Fixtures.entries.map(\.bytes) {
            seeds.append(receipt)
            guard let payload = try? Reference.payload(ofReceipt: receipt) else { continue }
            seeds.append(payload)
            seeds += ((try? Reference.attributes(payload)) ?? []).prefix(60).map(\.value)
            seeds += (try? certificates(receipt)) ?? []
        }
        return seeds
    }()

    private static func certificates(_ receipt: [UInt8]) throws -> [[UInt8]] {
        let signedData = try Reference.children(try Reference.children(try BER.parse(receipt))[1])[0]
        return try Reference.children(try Reference.children(signedData)[3]).map { Array($0.encodedBytes) }
    }

    /// Returns the reader's error. DER limits neither elements nor depth, so the limits are high.
    private static func readerAccepts(_ bytes: [UInt8]) -> FormatError? {
        do throws(FormatError) {
            try walk(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Compares one input. Returns whether both accepted.
    private static func compare(_ bytes: [UInt8]) -> Bool {
        let refusal = readerAccepts(bytes)
        let isValid = (try? DER.parse(bytes)) != nil
        if refusal == nil { #expect(isValid, "the reader accepts what swift-asn1 rejects: \(bytes)") }
        if let refusal, isValid {
            // The reader may reject more: tags above 30, lengths that no receipt reaches, and depth.
            let isStricter =
                switch refusal.reason {
                case .invalidTag(let tag): tag & 0x1F == 0x1F
                case .invalidLength(.tooLarge), .limitExceeded(.depth, _): true
                default: false
                }
            #expect(isStricter, "rejected by the reader alone, as \(refusal): \(bytes)")
        }
        return refusal == nil
    }

    @Test("Every seed")
    func seeds() {
        for seed in Self.seeds { _ = Self.compare(seed) }
        print("differential: \(Self.seeds.count) seeds")
    }

    @Test("Mutations of every seed")
    func mutations() {
        var random = SeededGenerator(seed: 1)
        var (count, accepted) = (0, 0)
        for seed in Self.seeds {
            for _ in 0..<repetitions(seed.count > 20_000 ? 1 : seed.count > 1_000 ? 6 : 25, sample: 2) {
                accepted += Self.compare(Mutator.mutate(seed, &random)) ? 1 : 0
                count += 1
            }
        }
        for seed in Self.seeds.prefix(2) {
            for _ in 0..<repetitions(3_000, sample: 300) {
                accepted += Self.compare(Mutator.mutate(seed, &random)) ? 1 : 0
                count += 1
            }
        }
        print("differential: \(count) mutations, \(accepted) accepted by both")
        #expect(accepted > 0)
    }

    @Test("Random trees, and their mutations")
    func trees() {
        var random = SeededGenerator(seed: 2)
        var accepted = 0
        for _ in 0..<repetitions(6_000, sample: 1_000) {
            let tree = Mutator.tree(&random)
            accepted += Self.compare(tree) ? 1 : 0
            accepted += Self.compare(Mutator.mutate(tree, &random)) ? 1 : 0
        }
        print("differential: 12000 trees, \(accepted) accepted by both")
    }

    @Test("Every identifier byte with every short and long length form")
    func headers() {
        for tag in UInt8.min...UInt8.max {
            for first in (UInt8.min...UInt8.max).sample(32) {
                _ = Self.compare([tag, first])
                _ = Self.compare([tag, first, 0x00])
                _ = Self.compare([tag, first, 0x05, 0x00, 0x00, 0x00])
            }
        }
        for first in UInt8.min...UInt8.max {
            for second in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
                for count in [0, 1, 126, 127, 128, 255, 256] {
                    _ = Self.compare([0x04, first, second] + [UInt8](repeating: 0, count: count))
                    _ = Self.compare([0x04, first, 0x00, second] + [UInt8](repeating: 0, count: count))
                    _ = Self.compare([0x04, first, 0x01, second] + [UInt8](repeating: 0, count: count))
                }
            }
        }
    }

    // MARK: Values

    @Test("Integers: both reject, or both give the same")
    func integers() {
        var random = SeededGenerator(seed: 3)
        for round in 0..<repetitions(20_000, sample: 2_000) {
            let count = round % 11
            var content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if count > 0, Bool.random(using: &random) { content[0] = Bool.random(using: &random) ? 0x00 : 0xFF }
            let bytes = TLV.element(0x02, content)
            let ours = try? reading(bytes) { (reader) throws(FormatError) in try reader.integer() }
            let expected = try? Int64(derEncoded: bytes)
            #expect(ours == expected, "\(bytes)")
        }
    }

    @Test("Texts: what is accepted is the same text, and what swift-asn1 rejects is rejected")
    func texts() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<repetitions(4_000, sample: 400) {
            let content = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                UInt8.random(in: 0x20...0xFF, using: &random)
            }
            let utf8 = try? AppReceipt(payload: SampleSet.receipt.replacing(19, TLV.element(0x0C, content)).encoding)
            if let utf8 {
                let expected = try? ASN1UTF8String(derEncoded: TLV.element(0x0C, content))
                #expect(utf8.originalAppVersion == expected.map { String($0) })
            }
            let ia5 = try AppReceipt(payload: SampleSet.receipt.replacing(10, TLV.element(0x16, content)).encoding)
            let expected = try? ASN1IA5String(derEncoded: TLV.element(0x16, content))
            if let rating = ia5.ageRating { #expect(Array(rating.utf8) == (expected?.bytes).map { Array($0) }) }
            if expected == nil { #expect(ia5.ageRating == nil) }
        }
    }

    // MARK: Receipts

    @Test("Attributes of mutated payloads: type, version, value and order")
    func attributes() {
        var random = SeededGenerator(seed: 5)
        let payloads = Corpus.entries.map(\.bytes) + Fixtures.entries.map(\.bytes)
        let seeds = [SampleSet.receipt.encoding] + payloads.compactMap { try? Reference.payload(ofReceipt: $0) }
        var (count, accepted) = (0, 0)
        for seed in seeds {
            for round in 0..<repetitions(seed.count > 20_000 ? 4 : 120, sample: 10) {
                let bytes = round == 0 ? seed : Mutator.mutate(seed, &random)
                count += 1
                guard let receipt = try? AppReceipt(payload: bytes) else { continue }
                accepted += 1
                let ours = receipt.attributes.map {
                    Reference.Attribute(type: $0.type.rawValue, version: Int64($0.version), value: Array($0.value))
                }
                let expected = try? Reference.attributes(bytes)
                #expect(ours == expected)
                let rows = ours.filter { $0.type == 17 }.map { try? Reference.attributes($0.value) }
                #expect(
                    rows
                        == receipt.purchases.map { purchase in
                            purchase.attributes.map {
                                Reference.Attribute(
                                    type: $0.type.rawValue, version: Int64($0.version), value: Array($0.value))
                            }
                        })
                for attribute in receipt.attributes {
                    #expect(bytes.indices.contains(attribute.offset) && bytes[attribute.offset] == 0x30)
                }
            }
        }
        print("differential: \(count) payloads, \(accepted) decoded")
        #expect(accepted >= seeds.count - Fixtures.entries.count)
    }
}
