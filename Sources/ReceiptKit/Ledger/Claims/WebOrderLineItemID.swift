/// A web order line item identifier: a number in receipts, a string in transactions.
enum WebOrderLineItemID: Sendable {
    case number(Int64)
    case text(String)

    init?(_ number: Int64?) {
        guard let number, number != 0 else { return nil }
        self = .number(number)
    }

    /// Creates a line item from a transaction's string. If it is a decimal number, it equals that number in a receipt.
    init?(text: String) {
        guard let number = Int64(text) else {
            self = .text(text)
            return
        }
        self.init(number)
    }

    var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
