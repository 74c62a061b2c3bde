import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// Receipts that were cut, or changed at a bit.
extension ContainerContentTests {
    @Test("DER-06 cut at every byte: refused as truncated, at the outermost element that lacks bytes")
    func truncation() {
        let whole = Self.good.encoding
        for count in 0..<whole.count {
            let expected: FormatError.Reason =
                switch count {
                case 0: .emptyInput
                case 1: .truncated(needed: 2, available: 1)
                case 2, 3: .truncated(needed: 4, available: count)
                default: .truncated(needed: whole.count, available: count)
                }
            #expect(throws: FormatError(expected, offset: 0)) { try SignedReceipt(Array(whole[..<count])) }
        }
    }

    @Test("DER-06, DER-09 cut at every byte, indefinite: the first element that lacks bytes")
    func truncationIndefinite() {
        var sample = Self.good.with(.content, SampleContainer.chunked([Self.payload]))
        sample.isIndefinite = true
        let whole = sample.encoding
        for count in 1..<whole.count {
            let cut = Array(whole[..<count])
            let (needed, available, offset) = Cut.missing(in: cut)
            #expect(throws: FormatError(.truncated(needed: needed, available: available), offset: offset)) {
                try SignedReceipt(cut)
            }
        }
    }

    @Test("Salvage: what a cut receipt still holds, and never the whole")
    func salvage() throws {
        let whole = Self.good.encoding
        let end = Self.good.start(.certificates)
        for count in 4..<whole.count {
            let bytes = Array(whole[..<count])
            let all = bytes[...]
            var reader = DERReader(all.span, limits: ReceiptLimits(), salvages: true)
            var read = SignedData()
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

    @Test("Every bit of a container flipped: never another content with the same signed octets")
    func flips() throws {
        let whole = Self.good.encoding
        for index in whole.indices {
            for bit in 0..<8 {
                var copy = whole
                copy[index] ^= 1 << UInt8(bit)
                guard let signed = try? SignedReceipt(copy) else { continue }
                #expect(signed.content.count <= copy.count)
                _ = try? signed.unverified
            }
        }
    }
}
