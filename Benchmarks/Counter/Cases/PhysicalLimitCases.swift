import Crypto
import CryptoExtras
import ReceiptKit
import ReceiptKitTesting

/// The unavoidable cost of receipt verification, measured alone: the RSA check, with the same call as the library, and
/// the hash of the content.
public enum PhysicalLimitCases {
    static let all: [BenchmarkCase] =
        [
            rsa,
            BenchmarkCase(
                "limit-certificates", "RSA-2048 alone, three checks, each with a key read from DER", counted: 20
            ) { inputs in
                let (key, digest, signature) = try signed(inputs)
                return PreparedWork(inputSize: 0) {
                    for _ in 0..<3 {
                        let key = try _RSA.Signing.PublicKey(derRepresentation: key.derRepresentation)
                        try check(key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5))
                    }
                }
            },
        ]
        + [2, 12, 187].flatMap { [sha256($0), sha1($0)] }

    private static let rsa = BenchmarkCase("limit-rsa", "RSA-2048 alone, one check, key at hand", counted: 20) {
        inputs in
        let (key, digest, signature) = try signed(inputs)
        return PreparedWork(inputSize: 0) {
            try check(key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5))
        }
    }

    /// One RSA check and one hash of the content of `count` purchases, for several threads that share nothing.
    public static func threads(_ threads: Int, _ count: Int, _ inputs: Inputs) throws -> [PreparedWork] {
        let content = try UnverifiedReceipt(try inputs.receipt(count)).content
        return try (0..<threads).map { _ in
            let (key, digest, signature) = try signed(inputs)
            let own = content.map { $0 }
            return PreparedWork(inputSize: own.count) {
                try check(key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5))
                blackHole(SHA256.hash(data: own))
            }
        }
    }

    private static func sha256(_ count: Int) -> BenchmarkCase {
        BenchmarkCase("limit-sha256-\(count)", "SHA-256 alone, content of \(count) purchases", counted: 20) { inputs in
            let content = try UnverifiedReceipt(try inputs.receipt(count)).content
            return PreparedWork(inputSize: content.count) { blackHole(SHA256.hash(data: content)) }
        }
    }

    private static func sha1(_ count: Int) -> BenchmarkCase {
        BenchmarkCase("limit-sha1-\(count)", "SHA-1 alone, content of \(count) purchases", counted: 20) { inputs in
            let content = try UnverifiedReceipt(try inputs.receipt(count, digest: .sha1)).content
            return PreparedWork(inputSize: content.count) { blackHole(Insecure.SHA1.hash(data: content)) }
        }
    }

    private static func signed(_ inputs: Inputs) throws -> (
        _RSA.Signing.PublicKey, SHA256.Digest, _RSA.Signing.RSASignature
    ) {
        let signer = TestAuthority.standard.sha256.signer.key
        let message: [UInt8] = [1, 2, 3]
        return (
            try _RSA.Signing.PublicKey(derRepresentation: signer.publicKey),
            SHA256.hash(data: message),
            _RSA.Signing.RSASignature(
                rawRepresentation: try inputs.bytes("signature") {
                    try signer.signature(over: message, digest: .sha256)
                })
        )
    }

    private static func check(_ isValid: Bool) throws {
        guard isValid else { throw UnexpectedOutcome("the signature does not match") }
    }
}
