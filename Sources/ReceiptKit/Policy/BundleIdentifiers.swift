/// Which apps a receipt may be for.
public enum BundleIdentifiers: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The apps with these bundle identifiers, compared byte by byte.
    case oneOf(Set<String>)
    /// Every app: your code must compare the app that the evidence names. For a server that serves several apps.
    case any

    /// ``oneOf(_:)``, as a literal.
    public init(arrayLiteral elements: String...) { self = .oneOf(Set(elements)) }
}
