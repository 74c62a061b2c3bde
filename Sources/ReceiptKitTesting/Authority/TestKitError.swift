public import ReceiptEssentials

/// A reason why the test kit couldn't issue the requested evidence.
public enum TestKitError: Error, Hashable, Sendable {
    /// The signature could not be computed.
    case signingFailed
    /// There is no defect with this name.
    case unknownDefect(String)
    /// The defect with this name doesn't apply. The evidence or its authority lacks what the defect changes, such as a
    /// purchase.
    case defectNotApplicable(String)
}

extension TestKitError: CustomStringConvertible {
    /// The error in one line, in English.
    public var description: String {
        switch self {
        case .signingFailed: "the signature could not be computed"
        case .unknownDefect(let name): "there is no defect \(name)"
        case .defectNotApplicable(let name): "the defect \(name) does not apply: the part that it changes is missing"
        }
    }
}

extension TestKitError: LocalizedError {
    /// The text of `localizedDescription`: ``description``.
    public var errorDescription: String? { description }
}
