import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// Compares base64 with Foundation, which is more lenient: strict base64 is a string that Foundation decodes, and
/// encodes to the same string again.
enum Base64Check {
    static func text(_ text: [UInt8]) {
        let ours = attempt { () throws(FormatError) in try Base64.decode(text, maximumInputSize: 1 << 20) }
        let characters = text.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let reference = Data(base64Encoded: Data(characters)).flatMap { data in
            Array(data.base64EncodedData()) == characters ? Array(data) : nil
        }
        switch ours {
        case .success(let bytes):
            require(bytes == reference, "decoded as \(bytes), not as \(reference.map(\.description) ?? "nothing")")
        case .failure(let error):
            requireSound(error, in: 0...text.count)
            switch error.reason {
            case .emptyInput: require(characters.isEmpty, "not empty")
            // Base64 contains no full stops.
            case .jsonWebSignature: require(start(text, 3) == "eyJ" || reference == nil, "\(error)")
            // Base64 of a brace; anything may follow it.
            case .transactionReceipt, .decoded: require(["eyJ", "ewo"].contains(start(text, 3)), "\(error)")
            default: require(reference == nil, "rejected: \(error)")
            }
        }
        limits(text, ours)
    }

    private static func start(_ text: [UInt8], _ count: Int) -> String {
        String(decoding: text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(count), as: UTF8.self)
    }

    /// A lower limit must cause its own error, or change nothing.
    private static func limits(_ text: [UInt8], _ ours: Result<[UInt8], FormatError>) {
        let size = text.count / 2
        let limited = attempt { () throws(FormatError) in try Base64.decode(text, maximumInputSize: size) }
        if limited == ours { return }
        require(
            limited == .failure(FormatError(.limitExceeded(.input, allowed: size), offset: 0)),
            "limited to \(size): \(limited)")
    }

    /// Bytes encoded with line breaks anywhere must be decoded again.
    static func roundTrip(_ bytes: [UInt8]) {
        guard let step = bytes.first, bytes.count > 1 else { return }
        let original = Array(bytes.dropFirst())
        let text = Array(Data(original).base64EncodedData())
        var lines: [UInt8] = []
        for (index, character) in text.enumerated() {
            if step > 0, index % Int(step) == Int(step) - 1 {
                lines += [[0x0D, 0x0A], [0x0A], [0x20], [0x09]][index % 4]
            }
            lines.append(character)
        }
        for spelling in [text, lines] {
            let decoded = attempt { () throws(FormatError) in try Base64.decode(spelling, maximumInputSize: 1 << 20) }
            if start(text, 3) == "eyJ" || start(text, 3) == "ewo" { continue }
            require(decoded == .success(original), "\(decoded)")
        }
    }
}
