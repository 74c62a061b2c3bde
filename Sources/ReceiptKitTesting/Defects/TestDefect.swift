/// One thing that is wrong, or only unusual, in what a ``TestAuthority`` issues: ``Defect`` for receipts, ``JWSDefect`` and
/// ``TransactionReceiptDefect``.
///
/// ```swift
/// let bytes = try TestAuthority.standard.sign(
///     receipt, defects: [.named("developer-certificate")])
/// ```
///
/// Each defect spoils one thing and leaves all else right, so that a verifier has only one reason to reject it. Where a signature covers
/// the thing, the authority signs after it was spoilt.
public protocol TestDefect: Hashable, Sendable, CustomStringConvertible {
    /// The name, which no other defect of this type has: `developer-certificate`.
    var name: String { get }
    /// What is wrong, in one line.
    var summary: String { get }
    /// Every defect of this type.
    static var all: [Self] { get }
}

extension TestDefect {
    /// The defect of a name.
    ///
    /// - Throws: ``TestKitError/unknownDefect(_:)``.
    public static func named(_ name: String) throws(TestKitError) -> Self {
        guard let defect = all.first(where: { $0.name == name }) else { throw .unknownDefect(name) }
        return defect
    }

    /// Names are unique.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Names are unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
