import ArgumentParser
import ReceiptEssentials
import ReceiptFields
import ReceiptKit

/// A device identifier in hexadecimal digits, with or without `:` and `-`: 16 bytes, or 6.
struct DeviceOption: ExpressibleByArgument {
    let bytes: [UInt8]
    let identifier: DeviceIdentifier

    init?(argument: String) {
        guard let bytes = DeviceIdentifier.bytes(hexadecimal: argument),
            let identifier = DeviceIdentifier(bytes: bytes)
        else { return nil }
        (self.bytes, self.identifier) = (bytes, identifier)
    }

    var identifierForVendor: UUID? { identifier.identifierForVendor }

    /// The device verification identifier that StoreKit 2's JWS are bound to.
    @Sendable static func verificationID(_ argument: String) throws -> UUID {
        guard let id = UUID(exactly: argument) else {
            throw ValidationError("Expected a UUID, such as 0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57.")
        }
        return id
    }
}
