import ReceiptKit

extension VerificationError {
    /// The error without the place that it is about.
    var innermost: VerificationError { if case .nested(_, let error) = self { error.innermost } else { self } }
}
