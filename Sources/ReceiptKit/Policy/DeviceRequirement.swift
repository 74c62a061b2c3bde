public import ReceiptEssentials
internal import ReceiptFields

/// The device that evidence must be for.
///
/// ```swift
/// let device: DeviceRequirement = [
///     .identifierForVendor(identifierForVendor)
/// ]
/// ```
///
/// A receipt identifies its device by a hash over an identifier, so the verifier can check whether a receipt is for a given device, but
/// can't find out which device it is for. On a server the check proves little: a client that sends another customer's receipt can send that
/// customer's identifier too.
public enum DeviceRequirement: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The device has one of these identifiers. List all identifiers that you know. The verifier rejects evidence if the list is empty, or
    /// contains no identifier of the kind to which the evidence is bound.
    case identifiers(Set<DeviceIdentifier>)
    /// The device isn't checked. The verified evidence records that.
    case unchecked

    /// Creates ``identifiers(_:)`` from an array literal.
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

    /// Creates an identifier from `UIDevice.identifierForVendor`, for iOS, iPadOS, tvOS, watchOS and visionOS, and for apps of these
    /// platforms on a Mac.
    public static func identifierForVendor(_ uuid: UUID) -> DeviceIdentifier {
        DeviceIdentifier(kind: .identifierForVendor(uuid))
    }

    /// Creates an identifier from `AppStore.deviceVerificationID`, to which StoreKit 2 binds its JWS.
    public static func deviceVerificationID(_ uuid: UUID) -> DeviceIdentifier {
        DeviceIdentifier(kind: .deviceVerificationID(uuid))
    }

    private init(kind: Kind) { self.kind = kind }

    /// Creates an identifier from the MAC address of the primary network interface, 6 bytes, for macOS and Mac Catalyst. Nil if the length
    /// is different.
    public init?(macAddress octets: some Collection<UInt8>) {
        guard octets.count == 6 else { return nil }
        kind = .macAddress(Array(octets))
    }

    /// Creates an identifier from the 16 bytes of `identifierForVendor`, or the 6 bytes of a MAC address. Nil if the length is different.
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

    /// Returns the bytes of hexadecimal digits, with or without `:` and `-`. Nil if the string contains anything else, or an odd number of
    /// digits.
    package static func bytes(hexadecimal text: String) -> [UInt8]? {
        SafeText.bytes(hexadecimal: text, separators: ":-")
    }

    /// The bytes that a receipt's device hash begins with. Nil if receipts aren't bound to identifiers of this kind.
    var receiptBytes: [UInt8]? {
        switch kind {
        case .identifierForVendor(let uuid): uuid.bytes
        case .macAddress(let bytes): bytes
        case .deviceVerificationID: nil
        }
    }

    /// The identifier that transaction receipts contain. Nil if transaction receipts contain no identifier of this kind.
    package var identifierForVendor: UUID? { if case .identifierForVendor(let uuid) = kind { uuid } else { nil } }

    /// The string that the input of a JWS's device hash ends with. Nil if JWS aren't bound to identifiers of this kind.
    var jwsText: String? {
        if case .deviceVerificationID(let uuid) = kind { uuid.lowercaseText } else { nil }
    }
}
