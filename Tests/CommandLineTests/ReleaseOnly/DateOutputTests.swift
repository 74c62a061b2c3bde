import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Xcode signs -62135769600000 ms, a date in the year 0, if there is no date.
@Suite("Dates that RFC 3339 can't write")
struct DateOutputTests {
    @Test("are left out of text, JSON and pictures", arguments: [TestJWSKind.transaction, .appTransaction])
    func leftOut(_ kind: TestJWSKind) throws {
        let authority = TestAuthority.xcode
        let jws =
            kind == .transaction
            ? try authority.sign(TestTransaction(environment: .xcode))
            : try authority.sign(TestAppTransaction(environment: .xcode))
        let parts = try UnverifiedJWS.Parts(Array(jws.utf8))
        #expect(String(decoding: try parts.decoded(parts.payload), as: UTF8.self).contains("-62135769600000"))
        let certificate = try #require(try JWSHeader(json: try parts.decoded(parts.header)).certificates.first)
        let shell = URL(fileURLWithPath: "/bin/sh")
        let receipt = Receipt.executable.path
        let demands = "--bundle-id com.example.app --any-device --xcode-certificate xcode.cer --at 2026-01-01"
        for command in [
            "'\(receipt)' verify \(demands) x.jws", "'\(receipt)' verify --format json \(demands) x.jws",
            "'\(receipt)' ledger --svg x.svg \(demands) x.jws; cat x.svg",
            "'\(receipt)' ledger --format json \(demands) x.jws",
            "'\(receipt)' verify --batch \(demands) < x.jws",
        ] {
            let result = try Program.run(
                shell, ["-c", command], files: ["x.jws": Array(jws.utf8), "xcode.cer": Array(certificate)])
            #expect(result.text.contains("verified"), "\(command): \(result.text) \(result.errors)")
            #expect(!result.text.contains("1970") && !result.text.contains("62135769600"), "\(result.text)")
            #expect(!result.text.contains("0000-12"), "\(result.text)")
        }
        let inspected = try Program.run(
            shell, ["-c", "'\(receipt)' inspect x.jws"], files: ["x.jws": Array(jws.utf8)])
        #expect(inspected.text.contains("-62135769600000"))
        #expect(!inspected.text.contains("1970"))
    }
}
