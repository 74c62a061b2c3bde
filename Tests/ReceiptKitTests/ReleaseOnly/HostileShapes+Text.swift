import Foundation
import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// Hostile base64, and hostile bytes of other formats.
    static let text: [HostileShape] = [
        HostileShape("DER-28 white space and nothing else", .base64, "input.empty") {
            [UInt8](repeating: 0x20, count: 15 << 20)
        },
        HostileShape("DER-28 white space, then a receipt", .base64, "accepted") {
            let text = try base64(BulkReceipt.honest(size: 20_000))
            return [UInt8](repeating: 0x0A, count: (15 << 20) - text.count) + text
        },
        HostileShape("DER-28 white space between any two characters", .base64, "accepted") {
            try base64(BulkReceipt.honest(size: 5_000_000)).reduce(into: []) { text, character in
                text.append(character)
                text.append(0x0A)
            }
        },
        HostileShape("DER-28 the fault at the end", .base64, "input.base64") {
            try base64(BulkReceipt.honest(size: large)) + [0x2D]
        },
        HostileShape("DER-28 one character again and again", .base64, "input.notReceipt") {
            [UInt8](repeating: 0x41, count: 13 << 20)
        },
        HostileShape("DER-28 text above the limit", .base64, "limit.input") {
            [UInt8](repeating: 0x41, count: 16 << 20)
        },
        HostileShape("DER-27 spaces", "input.notReceipt") { [UInt8](repeating: 0x20, count: large) },
        HostileShape("DER-27 a brace and spaces", "input.transactionReceipt") {
            [0x7B] + [UInt8](repeating: 0x20, count: large)
        },
        HostileShape("DER-27 PEM armour", "input.notReceipt") {
            Array("-----BEGIN PKCS7-----\n".utf8) + [UInt8](repeating: 0x41, count: large)
        },
    ]

    private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedString().utf8) }
}
