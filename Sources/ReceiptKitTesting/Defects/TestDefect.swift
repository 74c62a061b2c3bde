/// A single defect, or an unusual feature, of evidence from a ``TestAuthority``: ``Defect`` for receipts, ``JWSDefect``
/// and ``TransactionReceiptDefect``.
///
/// ```swift
/// let bytes = try TestAuthority.standard.sign(
///     receipt, defects: [.named("developer-certificate")])
/// ```
///
/// Each defect changes one thing and leaves everything else valid, so that a verifier has only one reason to reject the evidence. If a
/// signature covers the changed part, the authority signs after the change.
public protocol TestDefect: Hashable, Sendable, CustomStringConvertible {
    /// The name, which is unique among defects of this type, such as `developer-certificate`.
    var name: String { get }
    /// The defect in one line.
    var summary: String { get }
    /// Every defect of this type.
    static var all: [Self] { get }
}

extension TestDefect {
    /// Returns the defect with a name.
    ///
    /// - Throws: ``TestKitError/unknownDefect(_:)``.
    public static func named(_ name: String) throws(TestKitError) -> Self {
        guard let defect = all.first(where: { $0.name == name }) else { throw .unknownDefect(name) }
        return defect
    }

    /// Compares names, which are unique.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name, which is unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
