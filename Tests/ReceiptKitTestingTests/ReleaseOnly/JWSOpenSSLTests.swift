import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Reads and verifies the certificates of JWS with OpenSSL.
@Suite(.serialized, .enabled(if: OpenSSL.isAvailable, "openssl is not installed"))
struct JWSOpenSSLTests {
    @Test(arguments: [TestJWSContent.example(.transaction), .example(.appTransaction), .example(.notification)])
    func chainOfGoodJWS(jws: TestJWSContent) throws {
        let result = try verify(TestAuthority.standard.issue(jws), arguments: ["-x509_strict"])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: JWSDefect.all.filter { $0.refusedAt == nil && $0.kinds.first == .transaction }.sample(6))
    func chainOfUnusualJWS(defect: JWSDefect) throws {
        let result = try verify(defect.example(), arguments: ["-x509_strict"])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// The defects that RFC 5280 itself forbids and that OpenSSL checks.
    @Test(arguments: [
        ("wrong-root", "unable to get local issuer certificate"),
        ("forged-intermediate", "certificate signature failure"),
        ("forged-signer", "certificate signature failure"),
        ("signer-expired", "certificate has expired"),
        ("signer-not-yet-valid", "certificate is not yet valid"),
        ("intermediate-expired", "certificate has expired"),
        ("intermediate-not-yet-valid", "certificate is not yet valid"),
        ("intermediate-not-authority", "invalid CA certificate"),
        ("intermediate-without-certificate-signing", "invalid CA certificate"),
        ("unknown-critical-extension", "unhandled critical extension"),
        ("key-identifier-mismatch", "unable to get local issuer certificate"),
        ("certificate-signature-flipped", "certificate signature failure"),
    ])
    func chainOfForgedJWS(defect: String, reason: String) throws {
        let result = try verify(JWSDefect.named(defect).example())
        #expect(result.status == 2)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func certificatesAreRead() throws {
        for authority in [TestAuthority.standard, .xcode, .untrusted].sample(2) {
            for certificate in authority.jws.certificates {
                let result = try OpenSSL.run(
                    ["x509", "-inform", "DER", "-in", "certificate", "-noout", "-text", "-ext", "all"],
                    files: ["certificate": try certificate.encoded()])
                #expect(result.status == 0, "\(result.errors)")
                #expect(
                    result.text.contains(certificate.key.curve == .p256 ? "NIST CURVE: P-256" : "NIST CURVE: P-384"))
                let isXcode = authority == .xcode
                #expect(result.text.contains("Signature Algorithm: ecdsa-with-SHA\(isXcode ? 256 : 384)"))
                #expect(!result.text.contains("<"), "nothing is unreadable")
                let again = try OpenSSL.run(
                    ["x509", "-in", "certificate", "-outform", "DER"],
                    files: ["certificate": Array(try certificate.pem().utf8)])
                #expect(again.output == (try certificate.encoded()))
            }
        }
    }

    @Test func xcodeSignedItself() throws {
        let result = try OpenSSL.run(
            ["verify", "-CAfile", "root", "-attime", "1714564800", "root"],
            files: ["root": Array(try TestAuthority.xcode.jwsRootPEM.utf8)])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Returns whether OpenSSL accepts the signer certificate at the date when the JWS was signed.
    private func verify(_ issued: TestIssuedJWS, arguments: [String] = []) throws -> Program.Result {
        let intermediate = try #require(issued.chain.intermediate)
        return try OpenSSL.run(
            ["verify", "-CAfile", "root", "-untrusted", "intermediate", "-attime"]
                + [String(Int(issued.content.signedDate.timeIntervalSince1970))] + arguments + ["signer"],
            files: [
                "root": Array(try TestAuthority.standard.jwsRootPEM.utf8),
                "intermediate": Array(try intermediate.pem().utf8),
                "signer": Array(try issued.chain.signer.pem().utf8),
            ])
    }
}
