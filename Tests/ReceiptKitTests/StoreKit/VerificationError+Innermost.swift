import ReceiptKit

extension VerificationError {
    /// The error without the position in nested evidence.
    var innermost: VerificationError { if case .nested(_, let error) = self { error.innermost } else { self } }
}
