package import ReceiptKitTesting

/// The fixtures of this repository: all scenarios, and their files.
package enum FixtureCatalogue {
    /// A file below `Fixtures/`.
    package struct File: Hashable, Sendable {
        package let path: String
        package let bytes: [UInt8]
    }

    /// The folders that contain only fixtures.
    package static let folders = ["receipts", "jws", "bodies"]

    /// Every scenario with its own files.
    package static var scenarios: [Scenario] { accepted + refusedByPolicy + defective }

    /// Returns every file, in the order of writing.
    package static func files() throws(TestKitError) -> [File] {
        var files = [
            File(path: "root.cer", bytes: try TestAuthority.standard.rootCertificate),
            File(path: "untrusted-root.cer", bytes: try TestAuthority.untrusted.rootCertificate),
            File(path: "xcode.cer", bytes: try TestAuthority.xcode.rootCertificate),
            File(path: "jws-root.cer", bytes: try TestAuthority.standard.jwsRootCertificate),
            File(path: "jws-xcode.cer", bytes: try TestAuthority.xcode.jwsRootCertificate),
        ]
        let transactionReceipt = try TestAuthority.standard.issue(TestTransactionReceipt())
        files.append(File(path: "transaction-receipt.plist", bytes: transactionReceipt.bytes))
        files.append(File(path: "transaction-receipt-issuer.cer", bytes: try transactionReceipt.issuerCertificate))
        for scenario in scenarios {
            let issued = try scenario.issue()
            let expectation = scenario.expectation(of: issued).text
            files.append(File(path: "receipts/\(scenario.name).receipt", bytes: issued.bytes))
            files.append(File(path: "receipts/\(scenario.name).json", bytes: Array(expectation.utf8)))
        }
        let digest = TestText.hexadecimal(TestDigest.sha256.hash(try large.issue().bytes))
        files.append(File(path: "receipts/large.sha256", bytes: Array("\(digest)  large.receipt\n".utf8)))
        return try files + jwsFiles()
    }
}
