import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("Smoke: nothing traps, whatever comes in")
struct InputSmokeTests {
    /// The number of inputs. Set `RECEIPT_SMOKE` for more than the usual few.
    private static let rounds = ProcessInfo.processInfo.environment["RECEIPT_SMOKE"].flatMap { Int($0) } ?? 3_000

    private static func use(_ bytes: [UInt8]) -> Bool {
        guard let signed = try? UnverifiedReceipt(bytes) else {
            _ = try? container(bytes, salvages: true)
            return false
        }
        _ = signed.certificates
        _ = try? AppReceipt.creationDate(in: signed.content, limits: ReceiptLimits(), spent: DERReader.Spent())
        guard let receipt = try? signed.unverified else { return false }
        _ = receipt.attributes.reduce(0) { $0 &+ $1.value.count &+ $1.offset }
        for purchase in receipt.purchases { _ = purchase.attributes.reduce(0) { $0 &+ $1.type.rawValue } }
        _ = receipt.diagnostics.map(\.description)
        return true
    }

    @Test("Mutated receipts, bytes and base64")
    func receipts() throws {
        var random = SeededGenerator(seed: 99)
        var chunked = SampleContainer().with(
            .content,
            SampleContainer.chunked([
                Array(SampleSet.receipt.encoding[..<50]), Array(SampleSet.receipt.encoding[50...]),
            ]))
        chunked.isIndefinite = true
        let seeds =
            [SampleContainer().encoding, chunked.encoding] + Corpus.entries.map(\.bytes).filter { $0.count < 9_000 }
        let clock = ContinuousClock()
        var slowest = Duration.zero
        var (decoded, texts) = (0, 0)
        for round in 0..<Self.rounds {
            let bytes = Mutator.mutate(seeds[round % seeds.count], &random)
            let taken = clock.measure { decoded += Self.use(bytes) ? 1 : 0 }
            slowest = max(slowest, taken)
            if round % 4 == 0 {
                let text = Mutator.mutate(Array(Data(bytes.prefix(2_000)).base64EncodedString().utf8), &random)
                texts += (try? Base64.decode(text, maximumInputSize: 10 << 20)) == nil ? 0 : 1
                _ = try? UnverifiedReceipt(base64: String(decoding: text, as: UTF8.self))
            }
        }
        print("smoke: \(Self.rounds) mutated receipts, \(decoded) decoded, \(texts) texts decoded, slowest \(slowest)")
        #expect(decoded > 0)
    }

    @Test("Mutated payloads and random trees")
    func payloads() {
        var random = SeededGenerator(seed: 98)
        let seed = SampleSet.receipt.encoding
        var decoded = 0
        for _ in 0..<Self.rounds {
            let bytes = Mutator.mutate(seed, &random)
            if let receipt = try? AppReceipt(payload: bytes) {
                decoded += 1
                _ = receipt.attributes.reduce(0) { $0 &+ $1.offset }
            }
            _ = try? AppReceipt(payload: Mutator.tree(&random))
            let noise = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = Self.use(noise)
            _ = Self.use([0x30, 0x80] + noise)
            _ = try? AppReceipt(payload: [0x31, 40] + noise)
        }
        print("smoke: \(Self.rounds * 5) payloads and noises, \(decoded) decoded")
        #expect(decoded > 0)
    }
}
