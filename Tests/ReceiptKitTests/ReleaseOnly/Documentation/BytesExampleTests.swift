import Foundation
import ReceiptKit
import TestSupport
import Testing

/// Compares `Contributing/ReceiptBytes.md` and the code of *Receipt and JWS format* with the fixture that they quote.
@Suite("Documentation: Receipt and JWS format")
struct BytesExampleTests {
    private let bytes: [UInt8]
    private let page: Pages.Page

    init() throws {
        bytes = try Fixtures.file("receipts/non-consumable.receipt")
        let name = "Contributing/ReceiptBytes.md"
        page = Pages.Page(description: name, text: try Pages.text(Pages.root.appendingPathComponent(name)))
    }

    @Test("Its bytes equal the file's, without omissions in the parts that it shows")
    func quotedBytes() throws {
        var quoted = 0
        for block in page.blocks where block.language == "text" {
            var next: Int?
            for line in block.lines where !line.isEmpty {
                let words = line.split(separator: " ")
                let offset = try #require(Int(words[0]), "\(line)")
                // Two spaces separate the bytes from the explanation.
                let columns = line.drop { $0 == " " }.drop { $0.isNumber }.dropFirst(2)
                let hexadecimal = columns.prefix(while: { $0.isHexDigit || $0 == " " })
                let octets = (hexadecimal.components(separatedBy: "  ").first ?? "").split(separator: " ")
                    .compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
                try #require(!octets.isEmpty, "\(line)")
                #expect(bytes.dropFirst(offset).starts(with: octets), "\(line)")
                if let next, offset != next { #expect(isStartOfElement(offset), "\(line)") }
                next = offset + octets.count
                quoted += octets.count
            }
        }
        #expect(quoted > 200)
    }

    /// Returns whether an element with a tag used in receipts begins here.
    private func isStartOfElement(_ offset: Int) -> Bool {
        [0x02, 0x04, 0x06, 0x30, 0x31, 0xA0].contains(bytes[offset])
    }

    @Test("Its values are those of the file")
    func quotedValues() throws {
        let purchase = try #require(try UnverifiedReceipt(bytes).unverified.purchases.first)
        #expect(page.text.contains("`Fixtures/receipts/non-consumable.receipt`, 4,273 bytes"))
        #expect(bytes.count == 4_273)
        #expect(Array(purchase.attributes).count == 19)
        #expect(page.text.contains("Three of its nineteen:"))
        #expect(try UnverifiedReceipt(bytes).unverified.attributes.map(\.type.rawValue).first == 20)
    }

    @Test("What its code prints is what the page says")
    func results() throws {
        let transcript = Transcript()
        func print(_ item: Any, line: Int = #line) { transcript.note(item, line: line) }

        let signed = try UnverifiedReceipt(bytes)
        print(signed.content.startIndex)
        // → 66
        print(signed.content.count)
        // → 872
        print(signed.certificates.count)
        // → 3

        let unverified = try signed.unverified
        print(unverified.bundleIdentifier)
        // → com.example.app
        print(unverified.purchases[0].productID)
        // → com.example.pro
        print(unverified.purchases[0].cancellationDate == nil)
        // → true

        // Every attribute, known or not, in file order:
        let places = unverified.attributes.map {
            "\($0.type.rawValue) at \($0.offset)"
        }
        print(places.suffix(3))
        // → ["7 at 451", "6 at 512", "17 at 582"]

        try transcript.check()
    }
}
