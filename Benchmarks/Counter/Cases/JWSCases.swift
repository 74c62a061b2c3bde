import Crypto
import Foundation
import ReceiptKit
import ReceiptKitTesting

/// Verifying a signed transaction of StoreKit 2 with a full policy: warm, with a header that the verifier has seen
/// before; as the first JWS of a verifier; and with different headers around the same certificates, which a cache that
/// is keyed by the header's text can't recognize.
public enum JWSCases {
    static let all: [BenchmarkCase] = [
        transaction("", "warm") { inputs in
            let jws = try text(inputs)
            let verifier = ReceiptVerifier(policy: try policy(inputs))
            _ = try verifier.verify(transaction: jws, at: now)
            return PreparedWork(inputSize: jws.utf8.count) {
                blackHole(try verifier.verify(transaction: jws, at: now))
            }
        },
        transaction("-first", "first") { inputs in
            let jws = try text(inputs)
            let policy = try policy(inputs)
            return PreparedWork(inputSize: jws.utf8.count) {
                blackHole(try ReceiptVerifier(policy: policy).verify(transaction: jws, at: now))
            }
        },
        transaction("-kid", "warm, another `kid` each time") { inputs in
            let jwsList = try varied(inputs)
            let verifier = ReceiptVerifier(policy: try policy(inputs))
            _ = try verifier.verify(transaction: try text(inputs), at: now)
            var next = 0
            return PreparedWork(inputSize: jwsList[0].utf8.count) {
                next = (next + 1) % jwsList.count
                blackHole(try verifier.verify(transaction: jwsList[next], at: now))
            }
        },
        transaction("-notification", "a notification with transaction and renewal info, warm") { inputs in
            let bytes = try inputs.bytes("notification") {
                Array(try TestAuthority.standard.sign(TestJWSContent.example(.notification)).utf8)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let verifier = ReceiptVerifier(policy: try policy(inputs))
            _ = try verifier.verify(notification: text, at: now)
            return PreparedWork(inputSize: bytes.count) { blackHole(try verifier.verify(notification: text, at: now)) }
        },
        large("items", "items as Apple lists them"), large("text", "one text"),
        limit("limit-p256", "P-256 with SHA-256 alone, one check, key at hand") { jws, _ in
            let check = try leafCheck(jws)
            return PreparedWork(inputSize: jws.utf8.count) { try check() }
        },
        limit("limit-jws-chain", "P-256 and two P-384 checks alone, keys at hand") { jws, chain in
            let leaf = try leafCheck(jws)
            let others = try zip(chain.certificates, chain.certificates.dropFirst()).map {
                try certificateCheck($0, issuer: $1)
            }
            return PreparedWork(inputSize: jws.utf8.count) {
                try leaf()
                for check in others { try check() }
            }
        },
    ]

    static let now = Date.utc(2024, 5, 1, 13)

    /// The policy that the JWS here satisfy, including the device.
    static func policy(_ inputs: Inputs) throws -> ReceiptPolicy {
        guard let id = UUID(uuidString: TestDeviceVerification.exampleID) else { throw UnexpectedOutcome("no UUID") }
        return try ReceiptPolicy(
            bundleIdentifiers: [Inputs.app], device: [.deviceVerificationID(id)],
            trust: .roots([inputs.bytes("jws-root") { try TestAuthority.standard.jwsRootCertificate }]))
    }

    private static func transaction(
        _ suffix: String, _ title: String, _ prepare: @escaping @Sendable (Inputs) throws -> PreparedWork
    ) -> BenchmarkCase {
        BenchmarkCase(
            "verify-transaction\(suffix)", "Verify, a signed transaction, \(title)", counted: 20, prepare: prepare)
    }

    /// A renewal, as a device provides it.
    static func jws(_ change: (inout TestTransaction) -> Void = { _ in }) -> TestTransaction {
        TestTransaction(.exampleSubscription).with {
            $0.deviceVerification = TestDeviceVerification()
            change(&$0)
        }
    }

    static func text(_ inputs: Inputs) throws -> String {
        let bytes = try inputs.bytes("transaction") { Array(try TestAuthority.standard.sign(jws()).utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func varied(_ inputs: Inputs) throws -> [String] {
        let lines = try inputs.bytes("transactions-kid") {
            let issued = try TestAuthority.standard.issue(jws())
            let texts = try (0..<32).map { number in
                var jws = issued.jws
                jws.header.set("kid", "\"\(number)\"")
                try jws.sign(with: issued.chain.signer.key)
                return jws.text
            }
            return Array(texts.joined(separator: "\n").utf8)
        }
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: Large JWS

    /// An honest JWS of the maximum length, in two shapes: with `advancedCommerceInfo` of a purchase of many items,
    /// Apple's only list without a limit (hostile JWS are compared with this one); and with one long string.
    private static func large(_ shape: String, _ title: String) -> BenchmarkCase {
        BenchmarkCase("verify-transaction-1mib-\(shape)", "Verify, a transaction of 1 MiB, \(title), warm", counted: 1)
        {
            inputs in
            let bytes = try inputs.bytes("transaction-1mib-\(shape)") {
                Array(try honest(HostileJWS.largest, shape).utf8)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let verifier = ReceiptVerifier(policy: try policy(inputs))
            _ = try verifier.verify(transaction: text, at: now)
            return PreparedWork(inputSize: bytes.count) { blackHole(try verifier.verify(transaction: text, at: now)) }
        }
    }

    /// A valid JWS whose payload has approximately this size in bytes.
    static func honest(_ size: Int, _ shape: String) throws -> String {
        let (name, filling) =
            switch shape {
            case "items": ("advancedCommerceInfo", items(size))
            default: ("more", "\"" + String(repeating: "a", count: size) + "\"")
            }
        return try TestAuthority.standard.sign(jws { $0.changes.set(name, filling) })
    }

    /// Source: Apple, *advancedCommerceInfo*.
    private static func items(_ size: Int) -> String {
        let item = { (number: Int) in
            """
            {"SKU":"com.example.lesson.\(number + 10_000)","description":"A lesson of the course","displayName":"Lesson",\
            "price":990}
            """
        }
        let list = (0..<(size - 200) / (item(0).utf8.count + 1)).map(item).joined(separator: ",")
        return "{\"items\":[" + list + "],\"requestReferenceId\":\"\(TestDeviceVerification.exampleID)\"}"
    }

    // MARK: Lower bounds

    private static func limit(
        _ name: String, _ title: String, _ work: @escaping @Sendable (String, TestChain) throws -> PreparedWork
    ) -> BenchmarkCase {
        BenchmarkCase(name, title, counted: 20) { inputs in
            try work(try text(inputs), TestAuthority.standard.jws)
        }
    }

    /// Checks the JWS's signature with swift-crypto, including the hash.
    private static func leafCheck(_ jws: String) throws -> () throws -> Void {
        let parts = try UnverifiedJWS.Parts(Array(jws.utf8))
        let text = parts.text[..<parts.payload.upperBound]
        let key = try P256.Signing.PublicKey(x963Representation: TestAuthority.standard.jws.signer.key.publicKey)
        let raw = try parts.decoded(parts.signature)
        return {
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
            guard key.isValidSignature(signature, for: SHA256.hash(data: text)) else {
                throw UnexpectedOutcome("the signature does not hold")
            }
        }
    }

    private static func certificateCheck(
        _ certificate: TestCertificate, issuer: TestCertificate
    ) throws -> () throws -> Void {
        let key = try P384.Signing.PublicKey(x963Representation: issuer.key.publicKey)
        let text = certificate.toBeSigned
        let signature = try P384.Signing.ECDSASignature(
            derRepresentation: try issuer.key.signature(over: text, digest: .sha384))
        return {
            guard key.isValidSignature(signature, for: SHA384.hash(data: text)) else {
                throw UnexpectedOutcome("the signature does not hold")
            }
        }
    }
}
