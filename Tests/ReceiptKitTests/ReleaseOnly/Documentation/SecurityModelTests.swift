import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Documentation: Security model")
struct SecurityModelTests {
    @Test(
        "OpenSSL prints the fingerprint of a key by the lines of the page",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed"))
    func openSSL() throws {
        let block = try Pages.article("SecurityModel").blocks.first { $0.code.contains("openssl") }
        let lines = try #require(block).code
        for certificate in KeyFingerprintTests.certificates {
            let result = try Program.run(
                URL(fileURLWithPath: "/bin/sh"), ["-c", lines], files: ["cert.pem": Array(try certificate.pem().utf8)])
            let fingerprint = try Fingerprint(ofKeyIn: certificate.encoded())
            #expect(result.text.hasSuffix("= \(try #require(fingerprint))\n"), "\(result.text) \(result.errors)")
        }
    }
}
