import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Changes one bit of a JWS, or cuts off its end: it must be rejected with the code for that damage, as Foundation sees
/// it.
@Suite("StoreKit 2: damaged JWS")
struct JWSTamperingTests {
    private static let now = JWSSubject.now(.transaction)

    private static func code(_ text: [UInt8], _ verifier: ReceiptVerifier, asBytes: Bool = false) -> String? {
        do throws(VerificationError) {
            if asBytes {
                _ = try verifier.verify(evidence: text, at: now)
                return nil
            }
            _ = try verifier.verify(transaction: String(decoding: text, as: UTF8.self), at: now)
            return nil
        } catch { return error.code }
    }

    @Test("JWS-17 every flipped bit of a JWS is rejected with its code")
    func flippedBits() throws {
        let verifier = try JWSSubject.verifier()
        let jws = Array(try TestAuthority.standard.sign(TestJWSContent.example(.transaction)).utf8)
        #expect(Self.code(jws, verifier) == nil)
        let damage = try Damage(to: jws)
        var counts: [String: Int] = [:]
        var bytes = jws
        for index in bytes.indices.prefix(40) + bytes.indices.dropFirst(40).sample(80) {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                // The highest bit makes the text invalid UTF-8, which a String can't hold. In the first character it
                // makes the format unknown.
                let code = Self.code(bytes, verifier, asBytes: bit == 7)
                let expected = bit == 7 && index == 0 ? ["input.notReceipt"] : damage.codes(of: bytes)
                if !expected.contains(code ?? "accepted") {
                    Issue.record("byte \(index), bit \(bit): \(code ?? "accepted"), not \(expected)")
                }
                counts[code ?? "accepted", default: 0] += 1
                bytes[index] ^= 1 << bit
            }
        }
        #expect(verifier.rememberedSigners == 1)
        #expect(counts.keys.contains("signature.invalid"))
        #expect(counts.keys.contains("jws.algorithm"))
        #expect(counts.keys.contains("chain.untrustedRoot"))
        #expect(counts.keys.contains("chain.signature"))
    }

    @Test("JWS-14, JWS-15 every truncation of a JWS is rejected with its code")
    func truncations() throws {
        let verifier = try JWSSubject.verifier()
        let jws = Array(try TestAuthority.standard.sign(TestJWSContent.example(.transaction)).utf8)
        let damage = try Damage(to: jws)
        for length in 0..<jws.count {
            let text = Array(jws.prefix(length))
            #expect(damage.codes(of: text) == Self.code(text, verifier).map { [$0] }, "\(length)")
        }
    }
}

/// The expected errors for a damaged JWS.
private struct Damage {
    /// The strings of the genuine `x5c`.
    private let certificates: [String]

    init(to jws: [UInt8]) throws {
        let header = try #require(Self.octets(jws.prefix { $0 != 0x2E }))
        certificates = try #require((Self.object(header) as? [String: Any])?["x5c"] as? [String])
    }

    /// Returns the code, or several possible codes if the damage is in a certificate.
    func codes(of text: [UInt8]) -> [String] {
        if text.isEmpty { return ["input.empty"] }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts.contains(where: \.isEmpty) else { return ["jws.format"] }
        guard let header = Self.octets(parts[0]), let payload = Self.octets(parts[1]),
            let signature = Self.octets(parts[2])
        else { return ["input.base64"] }
        if let codes = codes(ofHeader: header) { return codes }
        if let codes = codes(ofPayload: payload) { return codes }
        if !hasGenuineChain(header) { return Self.chain }
        return [signature.count == 64 ? "signature.invalid" : "jws.signature"]
    }

    private static let chain = [
        "chain.untrustedRoot", "chain.signature", "chain.issuerMissing", "chain.certificateMalformed",
        "chain.algorithm",
        "chain.version", "chain.serialNumber", "chain.key",
    ]

    private func codes(ofHeader header: Data) -> [String]? {
        guard let object = Self.object(header) as? [String: Any] else { return ["json.syntax"] }
        guard object["alg"] as? String == "ES256" else { return ["jws.algorithm"] }
        guard let texts = object["x5c"] as? [String], texts.count == 3 else { return ["jws.certificates"] }
        let areStrict = texts.prefix(2).allSatisfy { Data(base64Encoded: $0)?.base64EncodedString() == $0 }
        return areStrict ? nil : ["input.base64"]
    }

    private func hasGenuineChain(_ header: Data) -> Bool {
        let texts = (Self.object(header) as? [String: Any])?["x5c"] as? [String]
        return texts?.prefix(2) == certificates.prefix(2)
    }

    private func codes(ofPayload payload: Data) -> [String]? {
        guard let object = Self.object(payload) as? [String: Any] else { return ["json.syntax"] }
        guard let date = object["signedDate"] else { return ["payload.missing"] }
        guard let milliseconds = date as? Double, !(date is String), milliseconds <= 253_402_300_799_999 else {
            return ["payload.malformed"]
        }
        switch milliseconds / 1_000 {
        case ..<Date.utc(2021, 3, 17, 20, 37, 10).timeIntervalSince1970: return ["chain.notYetValid"]
        case ...Date.utc(2036, 3, 19).timeIntervalSince1970: return nil
        default: return ["chain.expired"]
        }
    }

    private static func object(_ text: Data) -> Any? { try? JSONSerialization.jsonObject(with: text) }

    /// Decodes base64url without padding, or returns nil if the encoding isn't canonical.
    private static func octets(_ text: ArraySlice<UInt8>) -> Data? {
        let url = String(decoding: text, as: UTF8.self)
        if url.contains(where: { "+/=".contains($0) }) { return nil }
        let standard = url.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let octets = Data(base64Encoded: padded), octets.base64EncodedString() == padded else { return nil }
        return octets
    }
}
