import Foundation
import LedgerModel
import ReceiptFields
import TestSupport
import Testing

extension ModelRow {
    /// Returns the purchases of a real receipt, in file order.
    static func rows(of expected: Corpus.Expected) throws -> [ModelRow] {
        try expected.inApp.map { attributes in
            var row = ModelRow()
            for attribute in attributes {
                switch (attribute.type, attribute.value) {
                case (1702, .text(let text)): row.product = text
                case (1703, .text(let text)): row.transaction = text
                case (1704, .text(let text)): row.purchased = try seconds(text)
                case (1705, .text(let text)) where !text.isEmpty: row.original = text
                case (1706, .text(let text)) where !text.isEmpty: row.originallyPurchased = try seconds(text)
                case (1707, .number(let number)): row.type = Int(number)
                case (1708, .text(let text)) where !text.isEmpty: row.expires = try seconds(text)
                case (1711, .number(let number)): row.webOrder = number
                case (1712, .text(let text)) where !text.isEmpty: row.revoked = try seconds(text)
                case (1713, .number(let number)): row.isTrial = number == 1
                case (1719, .number(let number)): row.isIntroductory = number == 1
                case (1721, .text(let text)) where !text.isEmpty: row.offer = text
                default: break
                }
            }
            return row
        }
    }

    /// Returns the purchases of a fixture, in file order.
    static func rows(of expected: JSON) throws -> [ModelRow] {
        try #require(expected["receipt"]?["purchases"]?.array).map { purchase in
            func date(_ key: String) throws -> Double? { try purchase[key]?.string.map(seconds) }
            var row = ModelRow()
            row.product = try #require(purchase["productID"]?.string)
            row.transaction = try #require(purchase["transactionID"]?.string)
            row.purchased = try #require(try date("purchaseDate"))
            row.original = purchase["originalTransactionID"]?.string
            row.originallyPurchased = try date("originalPurchaseDate")
            row.type = purchase["productType"]?.string.flatMap { ProductType(word: $0).number ?? Int($0) }
            row.expires = try date("expirationDate")
            row.webOrder = purchase["webOrderLineItemID"]?.string.flatMap(Int64.init) ?? 0
            row.revoked = try date("cancellationDate")
            row.isTrial = purchase["isTrialPeriod"] == .bool(true)
            row.isIntroductory = purchase["isInIntroOfferPeriod"] == .bool(true)
            row.offer = purchase["promotionalOfferID"]?.string
            return row
        }
    }

    /// Parses a date to seconds since 1970 with Foundation's calendar, not with the library's arithmetic.
    static func seconds(_ text: String) throws -> Double {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let date = try #require(
            calendar.date(
                from: DateComponents(
                    year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                    second: numbers[5])))
        var offset = 0
        if !text.hasSuffix("Z") {
            // ±hhmm, as Xcode writes it
            let zone = text.suffix(5)
            let digits = try #require(Int(zone.dropFirst()))
            offset = (digits / 100 * 3_600 + digits % 100 * 60) * (zone.first == "-" ? -1 : 1)
        }
        return date.timeIntervalSince1970 - Double(offset)
    }
}
