#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why the test kit could not make what was asked of it.
public enum TestKitError: Error, Hashable, Sendable {
    /// A private key could not be read: RSA of less than 2048 bits, a number that is not a scalar of its curve, or not a key at all.
    case invalidKey
    /// The signature could not be computed.
    case signingFailed
    /// The defect needs something that this receipt or this authority does not have, such as a purchase to spoil.
    case defectNotApplicable(Defect)
    /// The same of a JWS's defect.
    case jwsDefectNotApplicable(JWSDefect)
}

extension TestKitError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .invalidKey: "the private key is neither an RSA key of at least 2048 bits nor a scalar of its curve"
        case .signingFailed: "the signature could not be computed"
        case .defectNotApplicable(let defect):
            "the defect \(defect.rawValue) cannot be put into this receipt: what it spoils is not there"
        case .jwsDefectNotApplicable(let defect):
            "the defect \(defect.name) cannot be put into this JWS: what it spoils is not there"
        }
    }
}

extension TestKitError: LocalizedError {
    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}
