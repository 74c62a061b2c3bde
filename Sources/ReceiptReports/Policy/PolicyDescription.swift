public import ReceiptKit

/// A policy under construction, from the options of a program or the members of a JSON object.
///
/// A program states each demand that it was given, and then calls ``policy(unlessStated:)``. The apps and the device
/// have no default.
public struct PolicyDescription: Sendable {
    var bundleIDs: Set<String>?
    var acceptsAnyApp = false
    var devices: Set<DeviceIdentifier>?
    var checksNoDevice = false
    /// The environments that were stated, or nil for the default.
    public internal(set) var environments: Set<StoreEnvironment>?
    var appAppleID: Int64?
    var appVersion: String?
    var maximumAge: Double?
    var clockTolerance: Double?
    var distrustedKeys: Set<Fingerprint>?
    var acceptsTransactionReceipts = false
    /// The DER certificates of the demands that take certificates, by option.
    private var certificates: [String: [[UInt8]]] = [:]
    /// The options of the demands that were stated.
    private var stated: Set<String> = []

    /// A description that states nothing yet.
    public init() {}

    /// States a demand. A flag has no values; other demands have the values of an option or of an array in JSON.
    ///
    /// - Throws: ``Problem/invalid(_:)``, if the demand doesn't accept a value.
    public mutating func state(_ demand: PolicyDemand, _ values: [String] = []) throws(Problem) {
        guard !values.contains(""), demand.store(&self, values) else { throw .invalid(demand) }
        stated.insert(demand.option)
    }

    /// States a demand with certificates in DER. ``policy(unlessStated:)`` parses them.
    ///
    /// - Throws: ``Problem/invalid(_:)``, if the demand takes no certificates.
    public mutating func state(_ demand: PolicyDemand, certificates: [[UInt8]]) throws(Problem) {
        guard case .certificates = demand.form else { throw .invalid(demand) }
        self.certificates[demand.option] = certificates
        stated.insert(demand.option)
    }

    /// The environments that a policy can name, with their spelling as an option's value.
    public static let environmentOptions: [(option: String, environment: StoreEnvironment)] = [
        ("production", .production), ("sandbox", .sandbox), ("xcode", .xcode), ("local-testing", .localTesting),
    ]
}

extension PolicyDescription {
    /// A reason why the stated demands can't become a policy.
    @nonexhaustive
    public enum Problem: Error, Sendable {
        /// None of these demands was stated, and there is no default. The string names the subject of the demands: *app* or *device*.
        case missing(String, [PolicyDemand])
        /// Two demands exclude each other.
        case contradiction(PolicyDemand, PolicyDemand)
        /// The demand doesn't accept a value.
        case invalid(PolicyDemand)
        /// Each demand is valid by itself, but the policy as a whole is not.
        case policy(ReceiptPolicy.InvalidPolicy)

        /// A message that names demands by their options.
        public var optionText: String {
            switch self {
            case .missing(let subject, let demands):
                let options = demands.map { "--\($0.option)" }
                return "Say which \(subject) it must be for with \(options.dropLast().joined(separator: " or ")), "
                    + "or \(options.suffix(1).joined())."
            case .contradiction(let one, let other):
                return "--\(one.option) and --\(other.option) contradict each other."
            case .invalid(let demand): return "Expected \(demand.expected)."
            case .policy(let error): return "\(error)."
            }
        }
    }

    /// Groups of demands. A policy needs at least one demand of each group.
    private static let required: [(subject: String, demands: [PolicyDemand])] = [
        ("app", [.bundleIDs, .anyBundleID]), ("device", [.devices, .deviceVerificationIDs, .anyDevice]),
    ]

    private static let contradictions: [(PolicyDemand, PolicyDemand)] = [
        (.bundleIDs, .anyBundleID), (.devices, .anyDevice), (.deviceVerificationIDs, .anyDevice),
        (.trustRoots, .xcodeCertificates), (.intermediates, .xcodeCertificates),
    ]

    /// Throws if required demands are missing or two demands contradict each other.
    public func check() throws(Problem) {
        for (subject, demands) in Self.required where !demands.contains(where: { stated.contains($0.option) }) {
            throw .missing(subject, demands)
        }
        for (one, other) in Self.contradictions where stated.isSuperset(of: [one.option, other.option]) {
            throw .contradiction(one, other)
        }
        if let environments, stated.contains(PolicyDemand.xcodeCertificates.option) {
            do { try ReceiptPolicy.check(environments, isXcode: true) } catch { throw .policy(error) }
        }
    }

    /// Returns the policy.
    ///
    /// - Parameter environments: The environments to accept if none was stated, or nil for the policy's own default.
    public func policy(unlessStated environments: Set<StoreEnvironment>? = nil) throws(Problem) -> ReceiptPolicy {
        try check()
        let device: DeviceRequirement = checksNoDevice ? .unchecked : .identifiers(devices ?? [])
        do throws(ReceiptPolicy.InvalidPolicy) {
            var policy = try ReceiptPolicy(
                bundleIdentifiers: acceptsAnyApp ? .any : .oneOf(bundleIDs ?? []), device: device,
                environments: self.environments ?? environments, trust: try trust())
            policy.appAppleID = appAppleID
            policy.appVersion = appVersion
            policy.maximumAge = maximumAge
            if let clockTolerance { policy.clockTolerance = clockTolerance }
            policy.distrustedKeys = distrustedKeys ?? []
            if acceptsTransactionReceipts { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
            return policy
        } catch { throw .policy(error) }
    }

    private func trust() throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        if let certificates = certificates[PolicyDemand.xcodeCertificates.option] { return try .xcode(certificates) }
        let intermediates = certificates[PolicyDemand.intermediates.option] ?? []
        guard let roots = certificates[PolicyDemand.trustRoots.option] else {
            return try .appStore(intermediates: intermediates)
        }
        return try .roots(roots, intermediates: intermediates)
    }
}
