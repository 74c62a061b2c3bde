public import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a receipt must satisfy to be believed. What only you can know has no default: which app, and which device.
///
/// ```swift
/// let policy = ReceiptPolicy(
///     bundleIdentifier: "com.example.app", device: .unchecked,
///     environments: [.production])
/// ```
public struct ReceiptPolicy: Sendable {
    /// The bundle identifier the receipt must be for (attribute 2). Write it into the code; a server must not take it from
    /// the request, nor an app from its own `Info.plist`, which a pirate edits.
    public var bundleIdentifier: String

    /// The device the receipt must be for (attribute 5), or, stated explicitly, that this is not checked.
    public var device: DeviceCheck

    /// The environments to accept (attribute 0). Production and sandbox receipts have the same certificates, so accept sandbox
    /// only where sandbox purchases may count: ``ReceiptFields/ReceiptEnvironment/sandbox`` for TestFlight and App Review.
    ///
    /// Production includes volume purchases (`ProductionVPP`), which businesses and schools have paid for, and sandbox theirs
    /// (`ProductionVPPSandbox`). ``ReceiptFields/ReceiptEnvironment/volumePurchase`` alone accepts nothing else.
    public var environments: Set<ReceiptEnvironment>

    /// Who is believed. Apple Inc. Root CA, unless you say otherwise.
    public var trust: TrustAnchor

    /// The app version the receipt must be for (attribute 3), or nil to accept all. Compared byte by byte.
    public var appVersion: String? = nil

    /// How many seconds after the time of verification a receipt may have been created: clocks differ. Default 300.
    public var clockTolerance: TimeInterval = 300

    /// How many seconds before the time of verification a receipt may have been created, or nil to accept all ages.
    public var maximumAge: TimeInterval? = nil

    /// Whether SHA-1 is accepted, in the receipt and in its certificates.
    public var sha1: SHA1Acceptance = .untilRetired

    /// Certificates not to trust, whatever else holds, by fingerprint: for the day a key of Apple's is stolen.
    public var distrustedCertificates: Set<CertificateFingerprint> = []

    /// How much a receipt may contain.
    public var limits = ReceiptLimits()

    /// A policy for receipts of one app.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the app's; see ``bundleIdentifier``.
    ///   - device: the device, or `.unchecked`; see ``DeviceCheck``.
    ///   - environments: production, unless you say otherwise.
    ///   - trust: Apple's root, unless you say otherwise.
    public init(
        bundleIdentifier: String, device: DeviceCheck, environments: Set<ReceiptEnvironment> = [.production],
        trust: TrustAnchor = .appStore
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.device = device
        self.environments = environments
        self.trust = trust
    }
}

/// Which device a receipt must be for.
///
/// A receipt names its device by a hash over an identifier, so it cannot say which device it is for, only whether it is for
/// this one. On a server the check proves little: whoever sends somebody else's receipt can send their identifier too.
public enum DeviceCheck: Hashable, Sendable {
    /// `UIDevice.identifierForVendor`: iOS, iPadOS, tvOS, watchOS, visionOS, and apps of these on a Mac.
    case identifierForVendor(UUID)
    /// The MAC address of the primary network interface, 6 octets: macOS and Mac Catalyst. The 16 octets of an identifier for
    /// vendor are accepted as well, for those who have it as octets.
    case macAddress([UInt8])
    /// The device is not checked. The verified receipt says so.
    case unchecked

    /// The octets that the device hash begins with, or nil if the device is not checked.
    var octets: [UInt8]? {
        switch self {
        case .identifierForVendor(let uuid):
            let b = uuid.uuid
            return [b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15]
        case .macAddress(let octets): return octets
        case .unchecked: return nil
        }
    }
}

/// Whether signatures made with SHA-1 are accepted.
@nonexhaustive
public enum SHA1Acceptance: Hashable, Sendable {
    /// For receipts created up to 2025-01-24, when Apple's last certificate for SHA-1 receipts expired. Genuine receipts
    /// used SHA-1 until 2024, and customers still have them. Source: Apple, TN3138.
    case untilRetired
    /// Never: neither in the receipt nor in a certificate below the root.
    case never
}
