import Foundation
import ReceiptInspection
import ReceiptKit

/// What `receipt inspect` prints, written by somebody who has only the libraries: this target sees nothing that only the package
/// does. A test compares both.
@main
struct Main {
    struct Shown: Encodable {
        var receipt: AppReceipt?
        var error: String?
        var attributes: [Attribute] = []
        var certificates: [String] = []
    }

    struct Attribute: Encodable {
        let type: Int64
        let version: Int
        let name: String?
        let meaning: String
        let offset: Int
        var text: String?
        var number: Int64?
        let hex: String
        var attributes: [Attribute]?

        init(_ inspected: InspectedAttribute) {
            let attribute = inspected.attribute
            type = attribute.type.rawValue
            version = attribute.version
            name = inspected.name
            meaning = inspected.meaning ?? "Unknown"
            offset = attribute.offset
            hex = attribute.value.map { String(format: "%02x", $0) }.joined()
            switch inspected.value {
            case .text(let text): self.text = text
            case .number(let number): self.number = number
            case .purchase:
                var inside: [Attribute] = []
                inspected.forEachAttribute { inside.append(Attribute($0)) }
                attributes = inside
            default: text = hex
            }
        }
    }

    static func main() throws {
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let receipt = InspectedReceipt(file: Array(try Data(contentsOf: file)))
        var shown = Shown(receipt: receipt.receipt, error: receipt.error?.code)
        receipt.forEachAttribute { shown.attributes.append(Attribute($0)) }
        shown.certificates = receipt.certificates.map { Fingerprint(of: $0).description }
        FileHandle.standardOutput.write(try JSONEncoder().encode(shown))
    }
}
