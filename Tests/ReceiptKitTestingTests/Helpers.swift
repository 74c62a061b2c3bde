import ReceiptKitTesting

/// Decodes hexadecimal digits. Returns an empty array for invalid input, which no test expects.
func hex(_ digits: String) -> [UInt8] {
    TestText.bytes(hexadecimal: digits.filter { !$0.isWhitespace }) ?? []
}
