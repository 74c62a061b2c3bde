import ArgumentParser
import ReceiptEssentials
import ReceiptFields
import ReceiptKit

/// A device identifier in hexadecimal digits, with or without `:` and `-`: 16 bytes, or 6.
struct DeviceOption: ExpressibleByArgument {
    let octets: [UInt8]

    init?(argument: String) {
        var digits: [UInt8] = []
        for character in argument where character != ":" && character != "-" {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt8(truncatingIfNeeded: digit))
        }
        guard digits.count == 32 || digits.count == 12 else { return nil }
        octets = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// What StoreKit 2's JWS are bound to.
    @Sendable static func verificationID(_ argument: String) throws -> UUID {
        guard let id = UUID(exactly: argument) else {
            throw ValidationError("No UUID, such as 0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57.")
        }
        return id
    }

    var identifier: DeviceIdentifier {
        DeviceIdentifier(macAddress: octets) ?? .identifierForVendor(uuid)
    }

    /// Of 16 bytes.
    var uuid: UUID {
        let o = octets + [UInt8](repeating: 0, count: 16)
        return UUID(
            uuid: (
                o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8], o[9], o[10], o[11], o[12], o[13], o[14], o[15]
            ))
    }
}
