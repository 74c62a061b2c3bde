/// One thing that is wrong, or only unusual, in a JWS. Verifiers must accept some of them: see ``refusedAt``.
public struct JWSDefect: TestDefect {
    /// The unique name.
    public let name: String
    /// What is wrong, in one line.
    public let summary: String
    /// The step at which a verifier must reject the JWS, or nil if it must accept it. This assumes ``TestJWSContent/example(_:)`` and a policy
    /// that demands its app, production, its device and a maximum age of a year, an hour after it was signed. The steps in order are `form`,
    /// `header`, `payload`, `chain`, `signature`, `fields`, `nested`, `environment`, `bundleIdentifier`, `appAppleID`, `date` and `device`.
    public var refusedAt: String? { step?.rawValue }
    package let step: TestVerificationStep?
    /// Whether a verifier accepts the JWS, gives nil for the malformed field, and says so.
    public let givesDiagnostic: Bool
    /// The kinds of JWS that it can be put into.
    public let kinds: [TestJWSKind]
    let changes: [DefectChange<JWSDraft>]

    init(
        _ name: String, _ summary: String, _ step: TestVerificationStep?, givesDiagnostic: Bool = false,
        in kinds: [TestJWSKind] = [.transaction, .renewalInfo, .appTransaction, .notification, .realtimeRequest],
        _ changes: DefectChange<JWSDraft>...
    ) {
        self.name = name
        self.summary = summary
        self.step = step
        self.givesDiagnostic = givesDiagnostic
        self.kinds = kinds
        self.changes = changes
    }

    /// Every defect of JWS, in the order of the steps.
    public static let all: [JWSDefect] =
        forms + headers + unreadHeaderMembers + certificateLists + payloads + chains + certificates + signatures
        + missingFields + malformedFields + kindsInPlace + policies + devices + nested + unusualFields

    /// A good JWS with this defect, of the first of its kinds, signed by ``TestAuthority/standard``.
    ///
    /// - Throws: ``TestKitError``, as ``TestAuthority/sign(_:defects:)``.
    package func example() throws(TestKitError) -> TestIssuedJWS {
        try TestAuthority.standard.issue(TestJWSContent.example(kinds.first ?? .transaction), defects: [self])
    }
}

extension JWSDefect: DefectDefinition {}
