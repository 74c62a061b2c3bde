import ReceiptFields

/// Where two answers of verifyReceipt differ, and how.
struct AnswerDifference: JSONObject {
    enum Kind: String {
        /// Two values, such as `"1"` and `"2"`, or `"1"` and `1`.
        case value
        case onlyOurs
        case onlyApples
        /// A list has the same elements in another order.
        case order
        case instant
        /// The same instant in other members, or written otherwise.
        case form
    }

    /// Such as `receipt.in_app[3].quantity`, with places in our answer, or in Apple's for what ours lacks.
    let path: String
    let kind: Kind
    var ours: String?
    var apples: String?

    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("path", path)
        try sink.member("difference", kind.rawValue)
        try sink.member("ours", ours)
        try sink.member("apples", apples)
    }

    /// One line of text.
    var line: String {
        let both = "ours \(ours ?? "none"), Apple's \(apples ?? "none")"
        return switch kind {
        case .value: "\(path): \(both)"
        case .onlyOurs: "\(path): only ours, \(ours ?? "")"
        case .onlyApples: "\(path): only Apple's, \(apples ?? "")"
        case .order: "\(path): another order"
        case .instant: "\(path): another instant, \(both)"
        case .form: "\(path): the same instant in another form, \(both)"
        }
    }
}
