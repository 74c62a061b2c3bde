import ReceiptFields

/// A place where two verifyReceipt responses differ, and the kind of difference.
struct AnswerDifference: JSONObject {
    enum Kind: String {
        /// The values differ, such as `"1"` and `"2"`, or `"1"` and `1`.
        case value
        case onlyOurs
        case onlyApples
        /// The lists have the same elements in a different order.
        case order
        case instant
        /// The dates mean the same instant, but are in other members or formatted differently.
        case form
    }

    /// The path of the value, such as `receipt.in_app[3].quantity`. Indices refer to this library's response, or to
    /// Apple's if the element is missing from ours.
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

    /// The difference as one line of text.
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
