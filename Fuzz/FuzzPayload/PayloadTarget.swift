import Foundation
import FuzzSupport
import ReceiptFields

/// The content of a receipt. Checks that nothing traps, that errors are valid, and that fields equal the attributes
/// that swift-asn1 finds.
enum PayloadTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { .der(from: 0) }

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

    /// An encoder and the command line's writer must write the same JSON.
    private static func json(_ receipt: AppReceipt) {
        var writer = JSONWriter()
        writer.object(receipt)
        do {
            let written = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? NSDictionary
            let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(receipt)) as? NSDictionary
            require(written != nil && written == encoded, String(decoding: writer.bytes, as: UTF8.self))
        } catch { failed("no JSON: \(error)") }
    }

    /// A lower limit must cause its own error, omit an undocumented attribute, or change nothing.
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
