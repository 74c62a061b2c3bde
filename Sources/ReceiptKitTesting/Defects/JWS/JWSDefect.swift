/// One thing that is wrong, or only unusual, in a JWS.
///
/// ```swift
/// let jws = try TestAuthority.standard.sign(
///     transaction, defects: [.developerCertificate])
/// ```
///
/// Each spoils one thing and leaves all else right, so that a refusal has only one reason. Where the thing is under a signature, it is
/// signed after it was spoilt. Some must not be refused at all: see ``outcome-swift.property``.
public struct JWSDefect: Sendable {
    /// What a verifier must make of it.
    public enum Outcome: Hashable, Sendable {
        /// It refuses the JWS, at this step.
        case refused(TestJWSStep)
        /// It believes the JWS.
        case accepted
        /// It believes the JWS, gives nil for the malformed field, and says so.
        case acceptedWithDiagnostic
    }

    /// The name on the command line.
    public let name: String
    /// What is wrong, in one line.
    public let summary: String
    /// What a verifier must make of it, if it asks for ``TestJWSContent/example(_:)``: for its app, in production, on its device, an hour after it was
    /// signed, and for none that is older than a year.
    public let outcome: Outcome
    /// The kinds of JWS that it can be put into.
    public let kinds: [TestJWSKind]
    let steps: JWSDefectSteps

    /// The defect of a name, such as `algorithm-none`.
    public init?(named name: String) {
        guard let defect = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = defect
    }

    init(
        _ name: String, _ summary: String, _ outcome: Outcome, in kinds: [TestJWSKind] = JWSDefect.allKinds,
        _ steps: JWSDefectSteps
    ) {
        self.name = name
        self.summary = summary
        self.outcome = outcome
        self.kinds = kinds
        self.steps = steps
    }

    /// The kinds that have fields of their own.
    static let allKinds: [TestJWSKind] = [.transaction, .renewalInfo, .appTransaction, .notification]
}

extension JWSDefect: CaseIterable {
    /// Every defect, in the order of the steps.
    public static let allCases: [JWSDefect] =
        forms + headers + headerMembers + certificateLists + payloads + chains + certificates + signatures
        + missingFields + malformedFields + kindsInPlace + policies + devices + nested
        + unusualFields
}

extension JWSDefect {
    /// Whether a verifier must believe the JWS all the same.
    public var isAccepted: Bool {
        if case .refused = outcome { false } else { true }
    }

    /// The step that refuses it, or nil if none may.
    public var refusedAt: TestJWSStep? {
        if case .refused(let step) = outcome { step } else { nil }
    }

    /// A good JWS with this defect, of the first of its kinds, signed by ``TestAuthority/standard``.
    ///
    /// - Throws: ``TestKitError``, as ``TestAuthority/issue(_:defects:)->TestIssuedJWS``.
    public func example() throws(TestKitError) -> TestIssuedJWS {
        try TestAuthority.standard.issue(TestJWSContent.example(kinds.first ?? .transaction), defects: [self])
    }
}

extension JWSDefect: Hashable {
    /// Names are unique.
    public static func == (left: JWSDefect, right: JWSDefect) -> Bool { left.name == right.name }

    /// Names are unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension JWSDefect: CustomStringConvertible {
    /// The name on the command line.
    public var description: String { name }
}
