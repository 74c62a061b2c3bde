import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// Untrusted text: base64, dates, input sent instead of receipts, and text that is escaped before it is printed. The
/// first byte selects which of these is tested.
enum TextTarget: FuzzTarget {
    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        switch mode & 7 {
        case 0: Base64Check.text(rest)
        case 1: Base64Check.roundTrip(rest)
        case 2, 3: DateCheck.text(rest)
        case 4: DateCheck.instant(rest)
        case 5: format(rest)
        case 6: escaped(rest)
        default: entryPoints(rest)
        }
    }

    /// Detection must never mistake a receipt for something else, and must always name other input.
    private static func format(_ bytes: [UInt8]) {
        let reason = InputFormat.detect(bytes)
        if let reason { requireSound(FormatError(reason, offset: 0), in: 0...0) }
        switch bytes.first {
        case nil: require(reason == .emptyInput, "nothing")
        case 0x30:
            let isText = bytes.count >= 16 && bytes.prefix(64).allSatisfy(isBase64Like)
            let reasons: [FormatError.Reason?] =
                isText
                ? [.notReceipt(looksLike: .base64), .hexadecimal] : [nil, .utf16, .invalidLength(.encodedAgain)]
            require(reasons.contains(reason), "a SEQUENCE, or text")
        default: require(reason != nil, "neither a receipt nor anything else")
        }
        // Bytes after the first 64, which are examined, must change nothing.
        let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // This doesn't apply to an object, or to base64 that may contain one.
        guard text.count >= 64, !["{", "eyJ", "ewo"].contains(where: { text.starts(with: $0.utf8) }) else { return }
        require(InputFormat.detect(bytes + [0xFF]) == reason, "depends on a later byte")
    }

    private static func isBase64Like(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2F, 0x3D, 0x20, 0x09, 0x0A, 0x0D: true
        default: false
        }
    }

    /// Escaped text must be printable, and unescape to the original.
    private static func escaped(_ bytes: [UInt8]) {
        let text = SafeText.quoted(bytes)
        requirePrintable(text)
        var shown: [UInt8] = []
        var rest = Array(text.dropFirst().dropLast())
        require(text.first == "\"" && text.last == "\"", "quotes")
        if bytes.count > 64 { require(rest.popLast() == "…", "an ellipsis") }
        var index = 0
        while index < rest.count {
            guard rest[index] == "\\" else {
                shown += Array(String(rest[index]).utf8)
                index += 1
                continue
            }
            if rest[index + 1] == "x" {
                shown.append(UInt8(String(rest[(index + 2)...(index + 3)]), radix: 16) ?? 0)
                index += 4
            } else {
                shown += Array(String(rest[index + 1]).utf8)
                index += 2
            }
        }
        require(shown == Array(bytes.prefix(64)), "\(shown) instead of \(bytes)")
        require(SafeText.hex(bytes) == bytes.map { String(format: "%02x", $0) }.joined(), "hexadecimal")
    }

    /// Any string or bytes must give an answer or an error.
    private static func entryPoints(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if case .failure(let error) = attempt({ () throws(FormatError) in try UnverifiedReceipt(base64: text) }) {
            requireSound(error, in: 0...max(text.utf8.count, bytes.count))
        }
        if case .failure(let error) = attempt({ () throws(FormatError) in try UnverifiedReceipt(bytes) }) {
            requireSound(error, in: 0...bytes.count)
        }
    }
}
