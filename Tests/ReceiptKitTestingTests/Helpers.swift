import ReceiptKitTesting

/// The bytes that hexadecimal digits stand for. Digits that stand for none give an empty array, which no test expects.
func hex(_ digits: String) -> [UInt8] {
    TestText.bytes(hexadecimal: digits.filter { !$0.isWhitespace }) ?? []
}
