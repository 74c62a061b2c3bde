import Crypto
import Foundation
import ReceiptKitTesting
import Testing

/// A JWS parsed with Foundation and swift-crypto, which share no code with the kit.
struct JWS {
    let parts: [String]
    let header: [String: Any]
    let payload: [String: Any]
    let signature: Data

    init(_ text: String) throws {
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3)
        header = try Self.object(parts[0])
        payload = try Self.object(parts[1])
        signature = try Self.octets(parts[2])
    }

    /// The certificates of `x5c` as DER.
    var certificates: [Data] {
        get throws {
            try (header["x5c"] as? [String] ?? []).map { try #require(Data(base64Encoded: $0)) }
        }
    }

    func isSigned(by key: TestKey) throws -> Bool {
        try P256.Signing.PublicKey(x963Representation: key.publicKey).isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data((parts[0] + "." + parts[1]).utf8))
    }

    private static func object(_ part: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: octets(part)) as? [String: Any])
    }

    private static func octets(_ part: String) throws -> Data {
        let padding = String(repeating: "=", count: (4 - part.count % 4) % 4)
        let standard = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return try #require(Data(base64Encoded: standard + padding))
    }
}
