/// A single defect or unusual feature of a JWS. Some of them verifiers must accept: see ``refusedAt``.
public struct JWSDefect: TestDefect {
    /// The unique name.
    public let name: String
    /// The defect in one line.
    public let summary: String
    /// The step at which a verifier must reject the JWS, or nil if it must accept it. This assumes that ``TestJWSContent/example(_:)`` is
    /// verified an hour after it was signed, under a policy that demands the app and device of the example, production, and a maximum age
    /// of a year. The steps in order are `form`, `header`, `payload`, `chain`, `signature`, `fields`, `nested`, `environment`,
    /// `bundleIdentifier`, `appAppleID`, `date` and `device`.
    public var refusedAt: String? { step?.rawValue }
    package let step: TestVerificationStep?
    /// True if the verifier accepts the JWS, returns nil for the malformed field, and reports a diagnostic.
    public let givesDiagnostic: Bool
    /// The kinds of JWS to which the defect applies.
    public let kinds: [TestJWSKind]
    let changes: [DefectChange<JWSDraft>]

    init(
        _ name: String, _ summary: String, _ step: TestVerificationStep?, givesDiagnostic: Bool = false,
        in kinds: [TestJWSKind] = TestJWSKind.signedByApple,
        _ changes: DefectChange<JWSDraft>...
    ) {
        self.name = name
        self.summary = summary
        self.step = step
        self.givesDiagnostic = givesDiagnostic
        self.kinds = kinds
        self.changes = changes
    }

    /// Every defect of a JWS, ordered by the step that rejects it.
    public static let all: [JWSDefect] =
        forms + headers + unreadHeaderMembers + certificateLists + payloads + chains + certificates + signatures
        + missingFields + malformedFields + kindsInPlace + policies + devices + nested + unusualFields

    /// Those demands of a policy that not every verifier supports.
    public struct Demands: OptionSet, Hashable, Sendable {
        /// The raw bits.
        public let rawValue: Int

        /// Creates demands from raw bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The app's Apple ID.
        public static let appAppleID = Demands(rawValue: 1)
        /// The maximum time since signing.
        public static let maximumAge = Demands(rawValue: 2)
        /// The device.
        public static let device = Demands(rawValue: 4)
    }

    /// Returns the defects of a kind of JWS that your verifier must reject.
    ///
    /// ```swift
    /// for defect in JWSDefect.all(rejectedBy: [.maximumAge]) {
    ///     let jws = try TestAuthority.standard.sign(
    ///         TestJWSContent.example(.transaction),
    ///         defects: [defect])
    ///     #expect(throws: (any Error).self) {
    ///         try verifier.verify(transaction: jws, at: now)
    ///     }
    /// }
    /// ```
    ///
    /// This assumes that ``TestJWSContent/example(_:)`` is verified as that kind an hour after it was signed, for the app of the example
    /// and in production.
    ///
    /// - Parameters:
    ///   - demands: The other demands of the policy. Empty if the policy demands no App Store identifier, maximum age or device.
    ///   - kind: The kind of JWS.
    public static func all(rejectedBy demands: Demands, in kind: TestJWSKind = .transaction) -> [JWSDefect] {
        all.filter { defect in
            guard defect.kinds.contains(kind), let step = defect.step else { return false }
            return switch step {
            case .appAppleID: demands.contains(.appAppleID)
            case .device: demands.contains(.device)
            case .date: demands.contains(.maximumAge) || !defect.isTooOld
            default: true
            }
        }
    }

    /// True if only a policy with a maximum age rejects it.
    private var isTooOld: Bool { name == "too-old" }

    /// Returns a valid JWS with this defect added, of the first kind to which it applies, signed by
    /// ``TestAuthority/standard``.
    ///
    /// - Throws: ``TestKitError``, like ``TestAuthority/sign(_:defects:)``.
    package func example() throws(TestKitError) -> TestIssuedJWS {
        try TestAuthority.standard.issue(TestJWSContent.example(kinds.first ?? .transaction), defects: [self])
    }
}

extension JWSDefect: DefectDefinition {}
