import Foundation
import FuzzSupport
import ReceiptFields

/// The content of a receipt: no trap, sound errors, and fields that say what swift-asn1 finds in the attributes.
enum PayloadTarget: FuzzTarget {
    static func derOffset(_ first: UInt8) -> Int? { 0 }

    static func run(_ input: [UInt8]) {
        let result = attempt { () throws(FormatError) in try AppReceipt(payload: input) }
        limits(input, result)
        switch result {
        case .failure(let error): requireSound(error, in: 0...input.count)
        case .success(let receipt):
            for diagnostic in receipt.diagnostics {
                requireSound(diagnostic, in: 0...input.count)
                require(diagnostic.path != .container, "a diagnostic without an attribute: \(diagnostic)")
            }
            for text in [receipt.description] + receipt.purchases.map(\.description) { requirePrintable(text) }
            Fields.check(receipt, input)
            if checksum(input) % 4 == 0 { json(receipt) }
        }
    }

    /// What is encoded can be decoded and is then the same, to the millisecond.
    private static func json(_ receipt: AppReceipt) {
        do {
            let first = try decoded(receipt)
            require(first == (try decoded(first)), "decoded twice it is another receipt")
            require(
                first.bundleIdentifier == receipt.bundleIdentifier && first.opaqueValue == receipt.opaqueValue
                    && first.deviceHash == receipt.deviceHash && first.appID == receipt.appID
                    && first.purchases.map(\.transactionID) == receipt.purchases.map(\.transactionID)
                    && first.purchases.map(\.webOrderLineItemID) == receipt.purchases.map(\.webOrderLineItemID),
                "decoded it says something else")
            let lost = abs(first.creationDate.timeIntervalSince(receipt.creationDate))
            require(lost < 0.000_51, "the date is off by \(lost)")
        } catch { failed("not decoded from its own JSON: \(error)") }
    }

    private static func decoded(_ receipt: AppReceipt) throws -> AppReceipt {
        try JSONDecoder().decode(AppReceipt.self, from: JSONEncoder().encode(receipt))
    }

    /// A lower limit refuses with its own error, or gives an undocumented attribute up, or changes nothing.
    private static func limits(_ input: [UInt8], _ result: Result<AppReceipt, FormatError>) {
        let number = checksum(input)
        var limits = ReceiptLimits()
        let limit: FormatError.Limit
        switch number & 3 {
        case 0: (limit, limits.maximumElements) = (.elements, (number >> 2) % 300)
        case 1: (limit, limits.maximumPurchases) = (.purchases, (number >> 2) % 4)
        case 2: (limit, limits.maximumStringLength) = (.string, (number >> 2) % 64)
        default: (limit, limits.maximumAttributeLength) = (.attribute, (number >> 2) % 300)
        }
        let limited = attempt { () throws(FormatError) in try AppReceipt(payload: input, limits: limits) }
        if limited == result { return }
        switch limited {
        case .failure(let error): require(error.code == "limit.\(limit)", "\(error) with a lower limit of \(limit)")
        case .success: failed("accepted with a lower limit of \(limit)")
        }
    }
}
