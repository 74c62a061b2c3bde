internal import ReceiptFields

/// The apps that evidence may be for.
public enum BundleIdentifiers: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The apps with these bundle identifiers, compared byte by byte.
    case oneOf(Set<String>)
    /// Every app, for a server that serves several. Your code must compare the app that the evidence names.
    case any

    /// Creates ``oneOf(_:)`` from an array literal.
    public init(arrayLiteral elements: String...) { self = .oneOf(Set(elements)) }

    func check(_ found: String) throws(VerificationError) {
        guard case .oneOf(let accepted) = self else { return }
        // The set compares strings by canonical equivalence, so it finds at most one element; then compare the bytes.
        guard let index = accepted.firstIndex(of: found), ByteString(accepted[index]) == ByteString(found) else {
            throw .bundleIdentifierMismatch(found: found, accepted: accepted)
        }
    }
}
