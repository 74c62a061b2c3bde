import Foundation
import ReceiptFields
import Testing

@Suite("JSON that is written")
struct JSONWriterTests {
    private struct Members: Decodable, Equatable {
        var number: Int64
        var identifier: String
        var text: String
        var isSet: Bool
    }

    private static func written(_ members: Members) throws -> Members {
        var json = JSONWriter()
        json.object { json in
            json.member("number", Int(members.number))
            json.member("identifier", identifier: Int64(members.identifier) ?? 0)
            json.member("text", members.text)
            json.member("isSet", members.isSet)
        }
        return try JSONDecoder().decode(Members.self, from: Data(json.bytes))
    }

    @Test("Numbers of every length, as Foundation reads them")
    func numbers() throws {
        var numbers: [Int64] = [0, .min, .max]
        var power: Int64 = 1
        for _ in 0...18 {
            numbers += [power - 1, power, power + 1, power * 5, -power]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for number in numbers {
            let members = Members(number: number, identifier: "\(number)", text: "\(number)", isSet: number > 0)
            #expect(try Self.written(members) == members)
        }
    }

    @Test("A text of any length with any character at any place, as Foundation reads it")
    func texts() throws {
        let characters = (0x00...0x90).compactMap(Unicode.Scalar.init) + ["é", "\u{202E}", "😀", "\u{FFFF}"]
        for count in 0...25 {
            for place in 0...count {
                for character in characters {
                    var text = String(repeating: "a", count: place)
                    text.unicodeScalars.append(character)
                    text += String(repeating: "~", count: count - place)
                    let members = Members(number: 0, identifier: "0", text: text, isSet: false)
                    let read = try Self.written(members)
                    #expect(read.text.unicodeScalars.elementsEqual(text.unicodeScalars))
                }
            }
        }
    }
}
