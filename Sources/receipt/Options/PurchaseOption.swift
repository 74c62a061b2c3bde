import ArgumentParser
import ReceiptEssentials
import ReceiptFields
import ReceiptKitTesting

/// A purchase as JSON.
enum PurchaseOption {
    @Sendable static func purchase(_ argument: String) throws -> TestPurchase {
        do {
            return try JSONDecoder().decode(TestPurchase.self, from: Data(try numbered(argument)))
        } catch let error as DecodingError {
            throw ValidationError(reason(error))
        }
    }

    /// What is wrong, and in which field, without the type names that the error describes itself with.
    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath.map(\.stringValue) + [context.debugDescription]).joined(separator: ": ")
        @unknown default: "\(error)"
        }
    }

    // MARK: Product types

    /// Apple's words for product types, in the order of their numbers.
    private static let words = [
        "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription", "Free Subscription",
    ]

    /// The words as Apple's and this package's code have them, and as people shorten them.
    private static let numbers = [
        "nonconsumable": 0, "consumable": 1, "nonrenewingsubscription": 2, "nonrenewing": 2, "nonrenewable": 2,
        "autorenewablesubscription": 3, "autorenewable": 3, "freesubscription": 4,
    ]

    /// The JSON with the number of the product type in place of its word.
    private static func numbered(_ argument: String) throws -> [UInt8] {
        let text = Array(argument.utf8)
        var found: (place: Range<Int>, word: String)?
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                guard json.next() == .object else { return }
                try json.object { (json, name) throws(JSONError) in
                    guard
                        text.dropFirst(name.contents.lowerBound).prefix(name.contents.count).elementsEqual(
                            "productType".utf8), json.next() == .string
                    else { return }
                    let place = try json.skip()
                    found = (place, String(decoding: text[place].dropFirst().dropLast(), as: UTF8.self))
                }
            }
        } catch { throw ValidationError("no JSON object: \(error).") }
        guard let (place, word) = found else { return text }
        guard let number = numbers[word.lowercased().filter { $0.isLetter }] else {
            let known = words.enumerated().map { "\($1) (\($0))" }.joined(separator: ", ")
            throw ValidationError("productType: '\(Printable.text(word))' is none of \(known).")
        }
        return text[..<place.lowerBound] + Array(String(number).utf8) + text[place.upperBound...]
    }
}
