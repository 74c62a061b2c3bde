internal import ReceiptFields

/// Which apps a receipt may be for.
public enum BundleIdentifiers: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The apps with these bundle identifiers, compared byte by byte.
    case oneOf(Set<String>)
    /// Every app: your code must compare the app that the evidence names. For a server that serves several apps.
    case any

    /// ``oneOf(_:)``, as a literal.
    public init(arrayLiteral elements: String...) { self = .oneOf(Set(elements)) }

    func check(_ found: String) throws(VerificationError) {
        guard case .oneOf(let accepted) = self else { return }
        // The set finds what is canonically equivalent, of which it holds one at most; the bytes decide.
        guard let index = accepted.firstIndex(of: found), ByteString(accepted[index]) == ByteString(found) else {
            throw .bundleIdentifierMismatch(found: found, accepted: accepted)
        }
    }
}
