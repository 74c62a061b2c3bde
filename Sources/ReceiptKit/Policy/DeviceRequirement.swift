public import ReceiptEssentials
internal import ReceiptFields

/// Which device a receipt must be for.
///
/// ```swift
/// let device: DeviceRequirement = [
///     .identifierForVendor(identifierForVendor)
/// ]
/// ```
///
/// A receipt names its device by a hash over an identifier, so it cannot say which device it is for, only whether it is for
/// this one. On a server the check proves little: a client that sends another customer's receipt can send their identifier too.
public enum DeviceRequirement: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The device has one of these identifiers. List all identifiers that you know. If there is none of the kind that the receipt is
    /// bound to, or none at all, the receipt is rejected.
    case identifiers(Set<DeviceIdentifier>)
    /// The device is not checked. The verified receipt says so.
    case unchecked

    /// ``identifiers(_:)``, as a literal.
    public init(arrayLiteral elements: DeviceIdentifier...) { self = .identifiers(Set(elements)) }
}

/// An identifier of the device that evidence is for.
public struct DeviceIdentifier: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case identifierForVendor(UUID)
        case macAddress([UInt8])
        case deviceVerificationID(UUID)
    }

    private let kind: Kind

    /// `UIDevice.identifierForVendor`: iOS, iPadOS, tvOS, watchOS, visionOS, and apps of these on a Mac.
    public static func identifierForVendor(_ uuid: UUID) -> DeviceIdentifier {
        DeviceIdentifier(kind: .identifierForVendor(uuid))
    }

    /// StoreKit 2's `AppStore.deviceVerificationID`, to which its JWS are bound.
    public static func deviceVerificationID(_ uuid: UUID) -> DeviceIdentifier {
        DeviceIdentifier(kind: .deviceVerificationID(uuid))
    }

    private init(kind: Kind) { self.kind = kind }

    /// The MAC address of the primary network interface, in its 6 bytes: macOS and Mac Catalyst. Nil if it has another length.
    public init?(macAddress octets: some Collection<UInt8>) {
        guard octets.count == 6 else { return nil }
        kind = .macAddress(Array(octets))
    }

    /// `identifierForVendor` in 16 bytes, or a MAC address in 6. Nil if it has another length.
    package init?(bytes o: [UInt8]) {
        guard o.count == 16 else {
            self.init(macAddress: o)
            return
        }
        let uuid = UUID(
            uuid: (
                o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8], o[9], o[10], o[11], o[12], o[13], o[14], o[15]
            ))
        self.init(kind: .identifierForVendor(uuid))
    }

    /// The bytes of hexadecimal digits, with or without `:` and `-`. Nil if the text has anything else, or half a byte.
    package static func bytes(hexadecimal text: String) -> [UInt8]? {
        Escaped.bytes(hexadecimal: text, separators: ":-")
    }

    /// The bytes that a receipt's device hash begins with, or nil if receipts are not bound to identifiers of this kind.
    var receiptBytes: [UInt8]? {
        switch kind {
        case .identifierForVendor(let uuid): uuid.bytes
        case .macAddress(let bytes): bytes
        case .deviceVerificationID: nil
        }
    }

    /// The identifier that transaction receipts hold, or nil if they hold none of this kind.
    package var identifierForVendor: UUID? { if case .identifierForVendor(let uuid) = kind { uuid } else { nil } }

    /// The text that a JWS's device hash ends with, or nil if JWS are not bound to identifiers of this kind.
    var jwsText: String? {
        if case .deviceVerificationID(let uuid) = kind { uuid.lowercaseText } else { nil }
    }
}
