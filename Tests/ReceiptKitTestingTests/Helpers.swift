import Foundation
import ReceiptKitTesting

/// The bytes that hexadecimal digits stand for. Digits that stand for none give an empty array, which no test expects.
func hex(_ digits: String) -> [UInt8] {
    TestText.bytes(hexadecimal: digits.filter { !$0.isWhitespace }) ?? []
}

/// The folder of the committed fixtures.
let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

func contents(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: fixtures.appendingPathComponent(path)))
}
