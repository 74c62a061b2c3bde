import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// Other forms of the same receipt: BER with the content in pieces, DER again, and base64.
enum Forms {
    static func check(_ receipt: UnverifiedReceipt, _ input: [UInt8], _ number: Int) {
        // An accepted receipt must be rejected if anything is added around it.
        refused(input + [0], "a byte behind it")
        refused(Array(input.dropLast()), "without the last byte")
        let map = DERMap(input)
        guard let content = place(in: map) else { return }
        let octets = Array(receipt.content)
        let bytes = map.replacing(content, with: form(octets, number))
        let result = attempt { () throws(FormatError) in try UnverifiedReceipt(bytes) }
        guard case .success(let again) = result else { failed("rejected in another form: \(result)") }
        require(again.content.elementsEqual(octets), "another content in another form")
        require(again.certificates == receipt.certificates, "other certificates in another form")
        if number % 4 == 0 { base64(receipt, input) }
    }

    /// Returns the content as an OCTET STRING of one piece, or of about three.
    private static func form(_ octets: [UInt8], _ number: Int) -> [UInt8] {
        if number % 3 == 0 { return DERMap.element(0x04, octets) }
        let size = max(1, octets.count / 3)
        let pieces = stride(from: 0, to: octets.count, by: size).flatMap { start in
            DERMap.element(0x04, Array(octets[start..<min(start + size, octets.count)]))
        }
        return DERMap.element(0x24, pieces, isIndefinite: number % 3 == 1)
    }

    private static func base64(_ receipt: UnverifiedReceipt, _ input: [UInt8]) {
        let text = Data(input).base64EncodedString()
        guard case .success(let again) = attempt({ () throws(FormatError) in try UnverifiedReceipt(base64: text) })
        else {
            failed("rejected as base64")
        }
        require(
            again.content == receipt.content && again.certificates == receipt.certificates, "another receipt as base64")
    }

    private static func refused(_ bytes: [UInt8], _ what: String) {
        guard case .failure(let error) = attempt({ () throws(FormatError) in try UnverifiedReceipt(bytes) }) else {
            failed("accepted \(what)")
        }
        requireSound(error, in: 0...bytes.count)
    }

    /// Returns the OCTET STRING at ContentInfo.content.encapContentInfo.eContent.
    private static func place(in map: DERMap) -> Int? {
        var node = 0
        for child in [1, 0, 2, 1, 0] {
            let children = map.children(node)
            guard children.indices.contains(child) else { return nil }
            node = children[child]
        }
        return node
    }
}
