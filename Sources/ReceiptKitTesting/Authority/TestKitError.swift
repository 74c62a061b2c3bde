public import ReceiptEssentials

/// Why the test kit could not make what was asked of it.
public enum TestKitError: Error, Hashable, Sendable {
    /// The signature could not be computed.
    case signingFailed
    /// There is no defect of this name.
    case unknownDefect(String)
    /// The defect of this name needs something that what is issued, or its authority, doesn't have, such as a purchase to spoil.
    case defectNotApplicable(String)
}

extension TestKitError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .signingFailed: "the signature could not be computed"
        case .unknownDefect(let name): "there is no defect \(name)"
        case .defectNotApplicable(let name): "the defect \(name) cannot be put in: what it spoils is not there"
        }
    }
}

extension TestKitError: LocalizedError {
    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}
