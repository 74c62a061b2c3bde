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

    /// The demands of a policy that only some verifiers have.
    public struct Demands: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Demands by their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The app's number in the store.
        public static let appAppleID = Demands(rawValue: 1)
        /// The time since signing.
        public static let maximumAge = Demands(rawValue: 2)
        /// The device.
        public static let device = Demands(rawValue: 4)
    }

    /// The defects of a kind of JWS that your verifier must reject.
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
    /// They are for ``TestJWSContent/example(_:)``, verified as that kind an hour after it was signed, for its app and in production.
    ///
    /// - Parameters:
    ///   - demands: the rest of the policy; empty if it demands neither a number in the store, a maximum age nor a device.
    ///   - kind: the kind of JWS.
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

    /// True if only a maximum age can reject it.
    private var isTooOld: Bool { name == "too-old" }

    /// A good JWS with this defect, of the first of its kinds, signed by ``TestAuthority/standard``.
    ///
    /// - Throws: ``TestKitError``, as ``TestAuthority/sign(_:defects:)``.
    package func example() throws(TestKitError) -> TestIssuedJWS {
        try TestAuthority.standard.issue(TestJWSContent.example(kinds.first ?? .transaction), defects: [self])
    }
}

extension JWSDefect: DefectDefinition {}
