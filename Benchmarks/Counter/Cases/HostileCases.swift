import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Rejecting input that was made to be expensive. Each case names the honest input that it is compared with.
public enum HostileCases {
    /// A hostile input, and the case with an honest input of the same size.
    public struct Comparison: Sendable {
        /// The hostile input.
        public let hostile: BenchmarkCase
        /// The name of the case with the honest input.
        public let honest: String
    }

    /// All comparisons.
    public static let comparisons: [Comparison] =
        [
            large("pieces", "content in 2.4 million pieces", "signature.invalid", HostileReceipts.pieces),
            large("attributes", "620,000 empty attributes", "signature.invalid", HostileReceipts.attributes),
            large("garbage", "10 MB of noise", "der.tag", HostileReceipts.garbage),
            Comparison(
                hostile: BenchmarkCase(
                    "hostile-signature-20000", "Reject: wrong signature, 20,000 purchases", counted: 1
                ) { inputs in
                    var bytes = try inputs.receipt(20_000)
                    bytes[bytes.count - 1] ^= 1
                    return try refusal(inputs, of: bytes, "signature.invalid", isCold: false)
                }, honest: "verify-20000"),
            Comparison(
                hostile: BenchmarkCase("hostile-signature", "Reject: wrong signature, 2 purchases", counted: 20) {
                    inputs in
                    var bytes = try inputs.receipt(2)
                    bytes[bytes.count - 1] ^= 1
                    return try refusal(inputs, of: bytes, "signature.invalid", isCold: false)
                }, honest: "verify-2"),
            chain("stranger", "a chain to an untrusted root", "chain.untrustedRoot", "wrong-root"),
            chain("forged-intermediate", "a forged intermediate", "chain.untrustedRoot", "forged-intermediate"),
            chain("forged-signer", "a forged signer", "chain.signature", "signer-forged"),
            Comparison(
                hostile: BenchmarkCase("hostile-keys", "Reject: certificates with keys of 4,096 bits", counted: 20) {
                    inputs in
                    try refusal(
                        inputs, of: try inputs.bytes("hostile-keys", HostileReceipts.largeKeys), "chain.untrustedRoot",
                        isCold: true
                    )
                }, honest: "verify-2-cold"),
            Comparison(
                hostile: BenchmarkCase(
                    "hostile-fields", "Decode: 20,000 purchases, 120,000 malformed fields", purchases: 20_000,
                    counted: 1
                ) { inputs in
                    let content = try inputs.bytes("hostile-fields") { HostileReceipts.malformedFields(20_000) }
                    return PreparedWork(inputSize: content.count) {
                        let receipt = try AppReceipt(payload: content)
                        guard !receipt.diagnostics.isEmpty else { throw UnexpectedOutcome("no diagnostics") }
                        blackHole(receipt)
                    }
                }, honest: "decode-20000"),
        ] + HostileJWS.all.map(jws)

    /// Compares a JWS of the maximum size with an honest JWS of that size.
    private static func jws(_ shape: HostileJWS) -> Comparison {
        let name = "hostile-jws-" + shape.name.split(separator: " ").joined(separator: "-")
        return Comparison(
            hostile: BenchmarkCase(name, "Reject: a JWS of 1 MiB, \(shape.name)", counted: 1) { inputs in
                let bytes = try inputs.bytes(name) { Array(try shape.text(HostileJWS.largest).utf8) }
                let text = String(decoding: bytes, as: UTF8.self)
                let verifier = ReceiptVerifier(policy: try JWSCases.policy(inputs))
                _ = try verifier.verify(transaction: try JWSCases.text(inputs), at: JWSCases.now)
                return PreparedWork(inputSize: bytes.count) {
                    do throws(VerificationError) {
                        blackHole(try verifier.verify(transaction: text, at: JWSCases.now))
                    } catch {
                        if error.code == shape.code { return }
                        throw UnexpectedOutcome("rejected with \(error.code), not \(shape.code)")
                    }
                    throw UnexpectedOutcome("accepted, instead of \(shape.code)")
                }
            }, honest: "verify-transaction-1mib-items")
    }

    private static func large(
        _ name: String, _ title: String, _ code: String, _ make: @escaping @Sendable () throws -> [UInt8]
    ) -> Comparison {
        Comparison(
            hostile: BenchmarkCase("hostile-\(name)", "Reject: \(title)", counted: 1) { inputs in
                try refusal(inputs, of: try inputs.bytes("hostile-\(name)", make), code, isCold: false)
            }, honest: "verify-20000")
    }

    private static func chain(_ name: String, _ title: String, _ code: String, _ defect: String) -> Comparison {
        Comparison(
            hostile: BenchmarkCase("hostile-\(name)", "Reject: \(title), 2 purchases", counted: 20) { inputs in
                let bytes = try inputs.bytes("hostile-\(name)") {
                    try TestAuthority.standard.sign(Inputs.plainReceipt(2), defects: [.named(defect)])
                }
                return try refusal(inputs, of: bytes, code, isCold: true)
            }, honest: "verify-2-cold")
    }

    /// Verifies input that must be rejected with an error of this code. A warm verifier has the chain in its cache.
    private static func refusal(
        _ inputs: Inputs, of bytes: [UInt8], _ code: String, isCold: Bool
    ) throws -> PreparedWork {
        let policy = try VerificationCases.policy(inputs)
        let warm = ReceiptVerifier(policy: policy)
        if !isCold {
            _ = try warm.verify(try inputs.receipt(2), at: VerificationCases.now)
        }
        return PreparedWork(inputSize: bytes.count) {
            let verifier = isCold ? ReceiptVerifier(policy: policy) : warm
            do throws(VerificationError) {
                blackHole(try verifier.verify(bytes, at: VerificationCases.now))
            } catch {
                guard error.code == code else { throw UnexpectedOutcome("rejected with \(error.code), not \(code)") }
                return
            }
            throw UnexpectedOutcome("accepted, instead of \(code)")
        }
    }
}
