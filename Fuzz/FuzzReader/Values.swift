import FuzzSupport
import ReceiptFields
import SwiftASN1

/// Compares the values of elements. FuzzContainer compares object identifiers, because their reader is there.
enum Values {
    static func compare(_ element: Element, in input: [UInt8]) {
        guard element.tag == 0x02 else { return }
        let encoding = input[element.whole]
        let ours = integer(encoding)
        let reference = try? Int64(derEncoded: encoding)
        require(ours == reference, "INTEGER \(String(describing: ours)), reference \(String(describing: reference))")
    }

    private static func integer(_ encoding: ArraySlice<UInt8>) -> Int64? {
        var reader = DERReader(encoding.span, base: encoding.startIndex, limits: ReceiptLimits())
        do throws(FormatError) {
            let value = try reader.integer()
            try reader.finish()
            return value
        } catch {
            requireSound(error, in: encoding.startIndex...encoding.endIndex)
            return nil
        }
    }
}
