import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// The parts that can be read of receipts that were cut, or that have one changed bit.
extension ContainerContentTests {
    @Test("Salvage: the rest of a cut receipt, and never a complete one")
    func salvage() throws {
        let whole = Self.good.encoding
        let end = Self.good.start(.certificates)
        for count in 4..<whole.count {
            let bytes = Array(whole[..<count])
            let all = bytes[...]
            var reader = DERReader(all.span, limits: ReceiptLimits(), salvages: true)
            var read = UnverifiedSignedData()
            var refusal: FormatError?
            do throws(FormatError) { try read.read(&reader, of: bytes, limits: ReceiptLimits()) } catch {
                refusal = error
            }
            let first = reader.firstTruncation
            #expect(first == FormatError(.truncated(needed: whole.count, available: count), offset: 0))
            if count >= end { #expect(read.content.map { Array($0) } == Self.payload) }
            if refusal == nil { #expect(read.signer != nil) }
            for outline in read.certificates { #expect(outline.whole.upperBound <= count) }
        }
    }

    @Test("Every bit of a container flipped: never another content with the same signed bytes")
    func flips() throws {
        let whole = Self.good.encoding
        for index in whole.indices.sample(300) {
            for bit in 0..<8 {
                var copy = whole
                copy[index] ^= 1 << UInt8(bit)
                guard let signed = try? UnverifiedReceipt(copy) else { continue }
                #expect(signed.content.count <= copy.count)
                _ = try? signed.unverified
            }
        }
    }
}
