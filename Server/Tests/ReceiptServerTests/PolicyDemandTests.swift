import Foundation
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import Testing

@Suite("The demands of a policy, as options")
struct PolicyDemandTests {
    private static let id = "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"

    /// The option, its arguments, and the code with which the evidence is rejected, or an empty string.
    private static let cases: [(option: String, arguments: [String], code: String)] = [
        ("bundle-id", ["--bundle-id", "com.example.other"], "bundleIdentifier.mismatch"),
        ("any-bundle-id", ["--any-bundle-id"], ""),
        ("device", ["--device", "00:11:22:33:44:55"], "device.mismatch"),
        ("device-verification-id", ["--device-verification-id", id], "device.identifierMissing"),
        ("any-device", ["--any-device"], ""),
        ("environment", ["--environment", "sandbox"], "environment.mismatch"),
        ("app-apple-id", ["--app-apple-id", "1"], "appAppleID.mismatch"),
        ("app-version", ["--app-version", "0"], "appVersion.mismatch"),
        ("maximum-age", ["--maximum-age", "60"], "date.tooOld"),
        ("clock-tolerance", ["--clock-tolerance", "86400"], ""),
        ("trust-root", ["--trust-root", "other.cer"], "chain.untrustedRoot"),
        ("intermediate", ["--intermediate", "other.cer"], ""),
        ("xcode-certificate", ["--xcode-certificate", "xcode.cer"], "chain.notXcodeCertificate"),
        ("distrusted-key", ["--distrusted-key", "KEY"], "chain.distrusted"),
        ("accept-transaction-receipts", ["--accept-transaction-receipts"], ""),
    ]

    @Test("Each demand is an option that decides the verdict", arguments: cases)
    func effect(_ option: String, _ stated: [String], _ code: String) throws {
        let root = try TestAuthority.standard.rootCertificate
        let key = try #require(Fingerprint(ofKeyIn: root)).description
        let base: KeyValuePairs = [
            "--bundle-id": ["--bundle-id", "com.example.app"], "--trust-root": ["--trust-root", "root.cer"],
        ]
        let replaced = ["any-bundle-id": "--bundle-id", "xcode-certificate": "--trust-root"][option] ?? "--\(option)"
        let arguments = base.filter { $0.key != replaced }.flatMap(\.value) + stated.map { $0 == "KEY" ? key : $0 }
        let server = try ServerProcess(
            arguments,
            files: [
                "root.cer": root, "other.cer": try TestAuthority.untrusted.rootCertificate,
                "xcode.cer": try TestAuthority.xcode.rootCertificate,
            ])
        let text = try server.answer("/v1/verify", bytes: Array(try Subject.base64().utf8)).text
        #expect(text.contains(code.isEmpty ? #""verdict":"verified""# : #""code":"\#(code)""#), "\(text)")
    }

    @Test("Each demand has a test case, and an option with its help")
    func all() throws {
        #expect(Self.cases.map(\.option).sorted() == PolicyDemand.all.map(\.option).sorted())
        let help = try ServerProcess.run(["--help"]).log.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for demand in PolicyDemand.all {
            let value = demand.valueName.map { " <\($0)>" } ?? ""
            #expect(help.contains("--\(demand.option)\(value) \(demand.help)"), "\(demand.option)")
        }
    }
}
