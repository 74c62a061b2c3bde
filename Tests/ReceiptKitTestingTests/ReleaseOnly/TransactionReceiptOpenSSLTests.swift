import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Verifies the signature and certificates of transaction receipts with OpenSSL.
@Suite(.serialized, .enabled(if: OpenSSL.isAvailable, "openssl is not installed"))
struct TransactionReceiptOpenSSLTests {
    @Test(arguments: TestTransactionReceiptVersion.allCases)
    func signature(version: TestTransactionReceiptVersion) throws {
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt(version: version))
        let key = try OpenSSL.run(
            ["x509", "-in", "signer", "-noout", "-pubkey"],
            files: ["signer": Array(try issued.chain.signer.pem().utf8)])
        for (octet, isGood) in [(version.number, true), (version.number ^ 1, false)] {
            let result = try OpenSSL.run(
                [
                    "dgst", version == .four ? "-sha256" : "-sha1", "-verify", "key", "-signature", "signature",
                    "signed",
                ],
                files: [
                    "key": key.output, "signature": issued.signature.signature,
                    "signed": [octet] + issued.purchaseInfo,
                ])
            #expect((result.status == 0) == isGood, "\(result.errors)")
        }
    }

    @Test(arguments: TestTransactionReceiptVersion.allCases)
    func chain(version: TestTransactionReceiptVersion) throws {
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt(version: version))
        let intermediate = try #require(issued.chain.intermediate)
        let result = try OpenSSL.run(
            ["verify", "-auth_level", "0", "-CAfile", "root", "-untrusted", "intermediate", "-attime"]
                + [String(Int(version.exampleDate.timeIntervalSince1970)), "signer"],
            files: [
                "root": Array(try TestAuthority.standard.rootPEM.utf8),
                "intermediate": Array(try intermediate.pem().utf8),
                "signer": Array(try issued.chain.signer.pem().utf8),
            ])
        #expect(result.status == 0, "\(result.errors)")
    }
}

@Suite struct TransactionReceiptDefectCatalogueTests {
    @Test func everyDefectSaysWhatItIs() throws {
        let all = TransactionReceiptDefect.all
        for defect in all {
            #expect(defect.summary.hasSuffix("."), "\(defect)")
            #expect(defect.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(defect)")
            #expect(try TransactionReceiptDefect.named(defect.name) == defect)
        }
        #expect(Set(all).count == all.count)
        #expect(throws: TestKitError.unknownDefect("no-such-defect")) {
            try TransactionReceiptDefect.named("no-such-defect")
        }
        #expect(
            Set(all.compactMap(\.step))
                == Set(TestVerificationStep.allCases).subtracting([.header, .payload, .nested]))
    }

    @Test(arguments: TransactionReceiptDefect.all)
    func changesTheReceipt(defect: TransactionReceiptDefect) throws {
        let good = try TestAuthority.standard.issue(TestTransactionReceipt())
        let bad = try TestAuthority.standard.issue(TestTransactionReceipt(), defects: [defect])
        #expect(bad.bytes != good.bytes)
        #expect(try TestAuthority.standard.issue(TestTransactionReceipt(), defects: [defect]) == bad)
    }
}
