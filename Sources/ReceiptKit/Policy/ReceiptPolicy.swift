public import ReceiptEssentials

/// The requirements that evidence must satisfy. The app and the device have no default, because only you know them.
///
/// ```swift
/// let policy = ReceiptPolicy(
///     bundleIdentifier: "com.example.app", device: .unchecked)
/// ```
public struct ReceiptPolicy: Sendable {
    /// The apps that evidence may be for (attribute 2). Write them into the code. A server must not take them from the request, nor an app
    /// from its own `Info.plist`, which a pirate can edit.
    public package(set) var bundleIdentifiers: BundleIdentifiers

    /// The device that evidence must be for (attribute 5), or the explicit statement that the verifier doesn't check it.
    public var device: DeviceRequirement

    /// The environments to accept (attribute 0). The same certificates sign production and sandbox receipts, so accept
    /// ``ReceiptFields/StoreEnvironment/sandbox`` only if sandbox purchases may give access, for instance for TestFlight and App Review.
    ///
    /// Production includes volume purchases (`ProductionVPP`), which businesses and schools paid for, and sandbox includes sandbox volume
    /// purchases (`ProductionVPPSandbox`). ``ReceiptFields/AppReceipt/isVolumePurchase`` distinguishes them.
    public package(set) var environments: Set<StoreEnvironment>

    /// The root certificates to trust. The default, ``TrustStore/appStore``, trusts Apple Inc. Root CA for receipts and Apple Root CA - G3
    /// for JWS.
    public let trust: TrustStore

    /// The app's identifier in the App Store (Apple ID), or nil to accept all. In production, app receipts (attribute 1), notifications,
    /// app transactions and iOS 6 receipts must contain it, and 0 is treated as absent. In other environments, the verifier compares it
    /// only if it is present. Transactions don't contain it. Realtime requests identify the app only by this identifier, so if the property
    /// is nil, the verifier rejects all of them.
    public var appAppleID: Int64? = nil

    /// The app version that evidence must be for, or nil to accept all: attribute 3 of app receipts, `applicationVersion` of app
    /// transactions, `bundleVersion` of notifications, `bvrs` of iOS 6 receipts. The verifier compares it byte by byte. It rejects evidence
    /// without a version, such as every transaction.
    public var appVersion: String? = nil

    /// The number of seconds by which evidence may have been created after the time of verification, because clocks differ. Default 300.
    public var clockTolerance: TimeInterval = 300

    /// The maximum age of evidence at the time of verification, in seconds since Apple signed it, or nil to accept any age.
    ///
    /// Use it for evidence on arrival. If you verify stored evidence again later, its age has grown, and the verifier would reject it.
    public var maximumAge: TimeInterval? = nil

    /// The acceptance of SHA-1, in receipts and in their certificates.
    public var sha1: SHA1Acceptance = .untilRetired

    /// The acceptance of iOS 6 transaction receipts. By default the verifier rejects them, because Apple doesn't sign their environment.
    public var transactionReceipts: TransactionReceiptAcceptance = .refused

    /// The keys that the verifier never trusts, for the case that one of Apple's is stolen. It rejects a chain if the key of the signer,
    /// intermediate or root is one of them, whichever certificate contains it. A certificate's own hash wouldn't be enough, because an
    /// ECDSA signature on a certificate is malleable.
    ///
    /// A key's fingerprint is the SHA-256 hash of the SubjectPublicKeyInfo (RFC 5280 section 4.1) as the certificate encodes it. See
    /// ``Fingerprint/init(ofKeyIn:)``.
    public var distrustedKeys: Set<Fingerprint> = []

    /// The limits on size and structure.
    public var limits = ReceiptLimits()

    /// Creates a policy for evidence of one app.
    ///
    /// A trust store of Xcode's certificates applies only to the environments Xcode and LocalTesting: the policy removes all others from
    /// ``environments``.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the app's bundle identifier. See ``bundleIdentifiers``.
    ///   - device: the device, or `.unchecked`. See ``DeviceRequirement``.
    ///   - environments: production by default, or Xcode if `trust` contains Xcode's certificates. If no environment remains, the verifier
    ///     rejects everything.
    ///   - trust: the App Store by default. See ``TrustStore``.
    public init(
        bundleIdentifier: String, device: DeviceRequirement, environments: Set<StoreEnvironment>? = nil,
        trust: TrustStore = .appStore
    ) {
        let environments = environments ?? trust.defaultEnvironments
        bundleIdentifiers = [bundleIdentifier]
        self.device = device
        self.environments = trust.isXcode ? environments.intersection(Self.xcodeEnvironments) : environments
        self.trust = trust
    }

    /// Creates a policy for evidence of several apps, or of any app.
    ///
    /// - Parameters:
    ///   - bundleIdentifiers: the apps' bundle identifiers, such as `["com.example.one", "com.example.two"]`, or `.any`. See
    ///     ``bundleIdentifiers``.
    ///   - device: the device, or `.unchecked`. See ``DeviceRequirement``.
    ///   - environments: production by default, or Xcode if `trust` contains Xcode's certificates.
    ///   - trust: the App Store by default. See ``TrustStore``.
    /// - Throws: ``InvalidPolicy`` if the list of apps or environments is empty, or if `trust` contains Xcode's certificates and an
    ///   environment is neither Xcode nor LocalTesting.
    public init(
        bundleIdentifiers: BundleIdentifiers, device: DeviceRequirement, environments: Set<StoreEnvironment>? = nil,
        trust: TrustStore = .appStore
    ) throws(InvalidPolicy) {
        let environments = environments ?? trust.defaultEnvironments
        guard bundleIdentifiers != [] else { throw .bundleIdentifierMissing }
        try Self.check(environments, isXcode: trust.isXcode)
        self.bundleIdentifiers = bundleIdentifiers
        self.device = device
        self.environments = environments
        self.trust = trust
    }

    /// The environments whose evidence Xcode signs.
    private static let xcodeEnvironments: Set<StoreEnvironment> = [.xcode, .localTesting]

    /// Throws if there are no environments, or if the policy trusts Xcode's certificates and one of the environments isn't Xcode's.
    package static func check(_ environments: Set<StoreEnvironment>, isXcode: Bool) throws(InvalidPolicy) {
        guard !environments.isEmpty else { throw .environmentMissing }
        guard !isXcode || environments.isSubset(of: xcodeEnvironments) else {
            throw .environmentNotXcode(environments)
        }
    }
}

extension TrustStore {
    /// The environments to accept if a policy names none.
    fileprivate var defaultEnvironments: Set<StoreEnvironment> { isXcode ? [.xcode] : [.production] }
}

extension ReceiptPolicy {
    /// The acceptance of iOS 6 transaction receipts, whose environment isn't signed.
    @nonexhaustive
    public enum TransactionReceiptAcceptance: Hashable, Sendable {
        /// The verifier rejects them.
        case refused
        /// The verifier accepts the environment that the sender claims. Anyone with a sandbox receipt can claim production, because the
        /// same certificates sign both. The claim must be one of ``ReceiptPolicy/environments``, and a receipt with an identifier of the
        /// form that only sandbox uses must not claim production.
        case acceptedWithUnsignedEnvironment
    }

    /// The acceptance of signatures made with SHA-1.
    @nonexhaustive
    public enum SHA1Acceptance: Hashable, Sendable {
        /// SHA-1 is accepted in receipts created up to 2025-01-24, when Apple's last certificate for SHA-1 receipts expired. Genuine
        /// receipts used SHA-1 until 2024, and customers still have them. Source: Apple, TN3138.
        case untilRetired
        /// SHA-1 is never accepted, neither in the receipt nor in a certificate below the root.
        case never

        /// The date 2025-01-24T00:00:00Z, on which Apple's last intermediate for SHA-1 receipts (G8) expired. Source: Apple, TN3138.
        static let end = Date(timeIntervalSince1970: 1_737_676_800)

        /// Checks that a receipt created at this time may have a signature with SHA-1.
        func check(_ use: VerificationError.SHA1Use, _ created: Date) throws(VerificationError) {
            guard self == .untilRetired, created <= Self.end else { throw .sha1NotAccepted(use, created: created) }
        }
    }
}
