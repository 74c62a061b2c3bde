public import ReceiptEssentials

/// What evidence must satisfy. What only you can know has no default: which app, and which device.
///
/// ```swift
/// let policy = ReceiptPolicy(
///     bundleIdentifier: "com.example.app", device: .unchecked)
/// ```
public struct ReceiptPolicy: Sendable {
    /// The apps the receipt may be for (attribute 2). Write them into the code; a server must not take them from the request,
    /// nor an app from its own `Info.plist`, which a pirate edits.
    public package(set) var bundleIdentifiers: BundleIdentifiers

    /// The device the receipt must be for (attribute 5), or, stated explicitly, that this is not checked.
    public var device: DeviceRequirement

    /// The environments to accept (attribute 0). Production and sandbox receipts have the same certificates, so accept sandbox
    /// only where sandbox purchases may count: ``ReceiptFields/StoreEnvironment/sandbox`` for TestFlight and App Review.
    ///
    /// Production includes volume purchases (`ProductionVPP`), which businesses and schools have paid for, and sandbox theirs
    /// (`ProductionVPPSandbox`); ``ReceiptFields/AppReceipt/isVolumePurchase`` tells them apart.
    public package(set) var environments: Set<StoreEnvironment>

    /// The root certificates to trust. The default, ``TrustStore/appStore``, trusts Apple Inc. Root CA for receipts and Apple Root CA - G3 for JWS.
    public let trust: TrustStore

    /// The app's identifier in the App Store (Apple ID), or nil to accept all. In production, app receipts (attribute 1), notifications, app
    /// transactions and iOS 6 receipts must name it, and 0 counts as absent; in other environments the verifier compares it if it is there.
    /// Transactions have none. Realtime requests name the app by it alone, so with nil the verifier rejects them all.
    public var appAppleID: Int64? = nil

    /// The app version the evidence must be for, or nil to accept all: attribute 3 of app receipts, `applicationVersion` of app
    /// transactions, `bundleVersion` of notifications, `bvrs` of iOS 6 receipts. Compared byte by byte. The verifier rejects evidence that
    /// doesn't name a version, such as every transaction.
    public var appVersion: String? = nil

    /// How many seconds after the time of verification a receipt may have been created: clocks differ. Default 300.
    public var clockTolerance: TimeInterval = 300

    /// How many seconds before the time of verification Apple may have signed the evidence, or nil to accept all ages.
    ///
    /// It is for evidence as it arrives. Stored evidence that is verified again later is older each time, and this would reject it.
    public var maximumAge: TimeInterval? = nil

    /// Whether SHA-1 is accepted, in the receipt and in its certificates.
    public var sha1: SHA1Acceptance = .untilRetired

    /// Whether the verifier accepts iOS 6 transaction receipts. By default it rejects them, because Apple doesn't sign their environment.
    public var transactionReceipts: TransactionReceiptAcceptance = .refused

    /// Keys that the verifier never trusts: for the day one of Apple's is stolen. A chain is rejected if the key of its signer,
    /// intermediate or root is among them, whichever certificate holds it. A certificate's own hash would not do: an ECDSA signature on
    /// it is malleable.
    ///
    /// A key's fingerprint is the SHA-256 of the SubjectPublicKeyInfo (RFC 5280 section 4.1) as the certificate encodes it:
    /// ``Fingerprint/init(ofKeyIn:)``.
    public var distrustedKeys: Set<Fingerprint> = []

    /// The limits on size and structure.
    public var limits = ReceiptLimits()

    /// A policy for evidence of one app.
    ///
    /// A trust store of Xcode's certificates never counts for environments other than Xcode and LocalTesting: the policy leaves them out of
    /// ``environments``.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the app's; see ``bundleIdentifiers``.
    ///   - device: the device, or `.unchecked`; see ``DeviceRequirement``.
    ///   - environments: production by default, or Xcode if `trust` holds Xcode's certificates. The verifier rejects everything if there is none.
    ///   - trust: the App Store by default; see ``TrustStore``.
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

    /// A policy for evidence of several apps, or of any.
    ///
    /// - Parameters:
    ///   - bundleIdentifiers: the apps': `["com.example.one", "com.example.two"]`, or `.any`; see ``bundleIdentifiers``.
    ///   - device: the device, or `.unchecked`; see ``DeviceRequirement``.
    ///   - environments: production by default, or Xcode if `trust` holds Xcode's certificates.
    ///   - trust: the App Store by default; see ``TrustStore``.
    /// - Throws: ``InvalidPolicy``, if the list of apps or environments is empty, or if `trust` holds Xcode's certificates and an
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

    /// Checks environments that are accepted from Xcode's certificates, or from others.
    package static func check(_ environments: Set<StoreEnvironment>, isXcode: Bool) throws(InvalidPolicy) {
        guard !environments.isEmpty else { throw .environmentMissing }
        guard !isXcode || environments.isSubset(of: xcodeEnvironments) else {
            throw .environmentNotXcode(environments)
        }
    }
}

extension TrustStore {
    /// The environments to accept where a policy names none.
    fileprivate var defaultEnvironments: Set<StoreEnvironment> { isXcode ? [.xcode] : [.production] }
}

extension ReceiptPolicy {
    /// Whether iOS 6 transaction receipts are accepted, which do not sign their environment.
    @nonexhaustive
    public enum TransactionReceiptAcceptance: Hashable, Sendable {
        /// They are rejected.
        case refused
        /// The verifier accepts the environment that the sender claims. Anyone with a sandbox receipt can claim production, because the same
        /// certificates sign both. The claim must be among ``ReceiptPolicy/environments``, and an identifier of the form that only sandbox has must
        /// not claim production.
        case acceptedWithUnsignedEnvironment
    }

    /// Whether signatures made with SHA-1 are accepted.
    @nonexhaustive
    public enum SHA1Acceptance: Hashable, Sendable {
        /// For receipts created up to 2025-01-24, when Apple's last certificate for SHA-1 receipts expired. Genuine receipts
        /// used SHA-1 until 2024, and customers still have them. Source: Apple, TN3138.
        case untilRetired
        /// Never: neither in the receipt nor in a certificate below the root.
        case never

        /// 2025-01-24T00:00:00Z, when Apple's last intermediate for SHA-1 receipts (G8) expired. Source: Apple, TN3138.
        static let end = Date(timeIntervalSince1970: 1_737_676_800)

        /// Whether a receipt that was created at this time may have a signature with SHA-1.
        func check(_ use: VerificationError.SHA1Use, _ created: Date) throws(VerificationError) {
            guard self == .untilRetired, created <= Self.end else { throw .sha1NotAccepted(use, created: created) }
        }
    }
}
