import FixtureScenarios
import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Reads everything that the kit writes with OpenSSL.
@Suite(.serialized, .enabled(if: OpenSSL.isAvailable, "openssl is not installed"))
struct OpenSSLTests {
    @Test(arguments: FixtureCatalogue.scenarios.sample(10))
    func signatureAndContent(scenario: Scenario) throws {
        let result = try OpenSSL.run(
            ["cms", "-verify", "-noverify", "-binary", "-inform", "DER", "-in", "receipt"]
                + ["-out", "/dev/stdout"],
            files: ["receipt": try Fixtures.file("receipts/\(scenario.name).receipt")])
        guard let isValid = scenario.isSignatureValid else {
            #expect(result.status == 2, "OpenSSL cannot read it: \(result.errors)")
            return
        }
        #expect(result.status == (isValid ? 0 : 4), "\(result.errors)")
        if isValid { #expect(result.output == (try scenario.issue().payload.encoded)) }
    }

    /// OpenSSL doesn't check marker extensions and policies, so it accepts every receipt that only a policy rejects.
    @Test(arguments: FixtureCatalogue.scenarios.filter { $0.defect == nil }.sample(10))
    func chainOfGoodReceipts(scenario: Scenario) throws {
        let root = try scenario.authority.rootPEM
        let time = String(Int(scenario.receipt.creationDate.timeIntervalSince1970))
        let result = try OpenSSL.run(
            ["cms", "-verify", "-binary", "-inform", "DER", "-in", "receipt", "-CAfile", "root", "-out", "content"]
                + ["-attime", time, "-purpose", "any", "-auth_level", "0", "-x509_strict"],
            files: ["receipt": try Fixtures.file("receipts/\(scenario.name).receipt"), "root": Array(root.utf8)])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// The defects that RFC 5280 itself forbids and that OpenSSL checks.
    @Test(arguments: [
        ("wrong-root", "self-signed certificate in certificate chain"),
        ("forged-intermediate", "certificate signature failure"),
        ("self-signed", "self-signed certificate"),
        ("signer-expired", "certificate has expired"),
        ("signer-not-yet-valid", "certificate is not yet valid"),
        ("intermediate-expired", "certificate has expired"),
        ("intermediate-not-yet-valid", "certificate is not yet valid"),
        ("intermediate-not-authority", "invalid CA certificate"),
        ("intermediate-without-certificate-signing", "invalid CA certificate"),
        ("unknown-critical-extension", "unhandled critical extension"),
        ("signer-forged", "certificate signature failure"),
        ("intermediate-missing", "unable to get local issuer certificate"),
    ])
    func chainOfForgedReceipts(defect: String, reason: String) throws {
        let receipt = TestReceipt()
        let result = try OpenSSL.run(
            ["cms", "-verify", "-binary", "-inform", "DER", "-in", "receipt", "-CAfile", "root", "-out", "content"]
                + ["-attime", String(Int(receipt.creationDate.timeIntervalSince1970)), "-purpose", "any"]
                + ["-auth_level", "0"],
            files: [
                "receipt": try TestAuthority.standard.sign(receipt, defects: [.named(defect)]),
                "root": Array(try TestAuthority.standard.rootPEM.utf8),
            ])
        #expect(result.status == 4)
        #expect(result.errors.contains("certificate verify error"))
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    private static let certificates: [(name: String, certificate: TestCertificate, serial: String)] = {
        let standard = TestAuthority.standard
        let untrusted = TestAuthority.untrusted
        var list: [(String, TestCertificate, String)] = []
        for (name, chain) in [
            ("standard", standard.sha256), ("standard SHA-1", standard.sha1), ("untrusted", untrusted.sha256),
            ("other root, SHA-1", untrusted.sha1), ("xcode", TestAuthority.xcode.sha256),
        ] {
            for certificate in chain.certificates {
                list.append((name, certificate, TestText.hexadecimal(certificate.serialNumber).uppercased()))
            }
        }
        return list
    }()

    @Test func certificatesAreRead() throws {
        #expect(Self.certificates.count == 13)
        for (name, certificate, serial) in Self.certificates.sample(3) {
            let encoded = try certificate.encoded()
            let text = try OpenSSL.run(
                ["x509", "-inform", "DER", "-in", "certificate", "-noout", "-serial", "-text"],
                files: ["certificate": encoded])
            #expect(text.status == 0, "\(name): \(text.errors)")
            let output = String(decoding: text.output, as: UTF8.self)
            #expect(output.contains("serial=\(serial)\n"), "\(name)")
            #expect(output.contains("Version: 3 (0x2)"), "\(name)")
            let structure = try OpenSSL.run(
                ["asn1parse", "-inform", "DER", "-in", "certificate"], files: ["certificate": encoded])
            #expect(structure.status == 0, "\(name): \(structure.errors)")
            let again = try OpenSSL.run(
                ["x509", "-in", "certificate", "-outform", "DER"],
                files: ["certificate": Array(try certificate.pem().utf8)])
            #expect(again.output == encoded, "\(name)")
        }
    }

    @Test func spoiltCertificatesAreStillRead() throws {
        let receipt = TestReceipt(purchases: [.nonConsumable("a", on: .utc(2024, 1, 1))])
        for defect in Defect.all.sample(5) {
            let issued = try TestAuthority.standard.issue(receipt, defects: [defect])
            for certificate in issued.signedData.certificates {
                let result = try OpenSSL.run(
                    ["asn1parse", "-inform", "DER", "-in", "certificate"], files: ["certificate": certificate])
                #expect(result.status == 0, "\(defect): \(result.errors)")
            }
        }
    }

    @Test func pemOfAReceiptIsRead() throws {
        let issued = try TestAuthority.standard.issue(TestReceipt())
        let result = try OpenSSL.run(
            ["pkcs7", "-in", "receipt", "-outform", "DER"], files: ["receipt": Array(issued.pem.utf8)])
        #expect(result.output == issued.bytes, "\(result.errors)")
    }

    @Test func chunkedContentIsJoined() throws {
        var issued = try TestAuthority.xcode.issue(TestReceipt(environment: .xcode)).signedData
        issued.envelope = .ber(chunkSize: 7)
        let result = try OpenSSL.run(
            ["cms", "-verify", "-noverify", "-binary", "-inform", "DER", "-in", "receipt", "-out", "/dev/stdout"],
            files: ["receipt": issued.encoded])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == issued.content)
    }
}
