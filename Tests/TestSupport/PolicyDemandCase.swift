internal import Foundation
import Testing

/// One demand of a policy, as stated at each entry point, and the expected verdict.
package struct PolicyDemandCase: Sendable, CustomTestStringConvertible {
    /// The option, without its dashes.
    package let option: String
    /// The options that state the demand. Files are fixtures.
    package let arguments: [String]
    /// The members of a policy's JSON that state it. `@FILE` is the base64 of a fixture.
    private let members: [String: String]
    /// The fixture to verify.
    package let file: String
    /// The code with which it is rejected, or an empty string if it is verified.
    package let code: String
    /// The time of verification.
    package let time: String

    package var testDescription: String { "--\(option)" }

    private static let base: [(arguments: [String], member: String, value: String)] = [
        (["--bundle-id", "com.example.app"], "bundleIDs", #"["com.example.app"]"#),
        (["--any-device"], "device", #""unchecked""#),
        (
            ["--trust-root", "root.cer", "--trust-root", "jws-root.cer"], "trustRoots",
            #"["@root.cer","@jws-root.cer"]"#
        ),
    ]

    private init(
        _ option: String, _ value: String? = nil, also: [String] = [], _ members: [String: String],
        without: [String] = [],
        _ file: String = "receipts/trial.receipt", code: String, time: String = GoldenAnswer.time
    ) {
        self.option = option
        let base = Self.base.filter { members[$0.member] == nil && !without.contains($0.member) }
        arguments = base.flatMap(\.arguments) + also + ["--\(option)"] + (value.map { [$0] } ?? [])
        self.members = members.merging(base.map { ($0.member, $0.value) }) { own, _ in own }
        (self.file, self.code, self.time) = (file, code, time)
    }

    package static let all = [
        Self(
            "bundle-id", "com.example.other", ["bundleIDs": #"["com.example.other"]"#],
            code: "bundleIdentifier.mismatch"),
        Self("any-bundle-id", nil, ["bundleIDs": #""any""#], code: ""),
        Self(
            "device", "00:11:22:33:44:55", ["device": #"{"identifiers":["00:11:22:33:44:55"]}"#],
            code: "device.mismatch"),
        Self(
            "device-verification-id", id, ["device": #"{"deviceVerificationIDs":["\#(id)"]}"#], "jws/renewal.jws",
            code: "device.verificationMissing"),
        Self("any-device", nil, ["device": #""unchecked""#], code: ""),
        Self("environment", "sandbox", ["environments": #"["Sandbox"]"#], code: "environment.mismatch"),
        Self("app-apple-id", "1", ["appAppleID": "1"], code: "appAppleID.mismatch"),
        Self("app-version", "0", ["appVersion": #""0""#], code: "appVersion.mismatch"),
        Self("maximum-age", "60", ["maximumAge": "60"], code: "date.tooOld"),
        Self("clock-tolerance", "60", ["clockTolerance": "60"], code: "date.future", time: "2024-05-01T11:58:00Z"),
        Self(
            "trust-root", "untrusted-root.cer", ["trustRoots": #"["@untrusted-root.cer"]"#], code: "chain.untrustedRoot"
        ),
        Self(
            "intermediate", "transaction-receipt-issuer.cer", also: ["--accept-transaction-receipts"],
            ["intermediates": #"["@transaction-receipt-issuer.cer"]"#, "acceptTransactionReceipts": "true"],
            "transaction-receipt.plist", code: ""),
        Self(
            "accept-transaction-receipts", nil, also: ["--intermediate", "transaction-receipt-issuer.cer"],
            ["intermediates": #"["@transaction-receipt-issuer.cer"]"#, "acceptTransactionReceipts": "true"],
            "transaction-receipt.plist", code: ""),
        Self(
            "xcode-certificate", "xcode.cer", ["xcodeCertificates": #"["@xcode.cer"]"#], without: ["trustRoots"],
            "receipts/xcode.receipt", code: ""),
        Self("distrusted-key", key, ["distrustedKeys": #"["\#(key)"]"#], code: "chain.distrusted"),
    ]

    private static let id = "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"
    /// The SHA-256 of the key of `root.cer`, as `receipt inspect` shows it.
    private static let key = "96313f26b505fa763de924b2016b92484d06bbf93602ee7bb8cb0f175b1bcbff"

    /// The certificates in the options, by name.
    package var certificates: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in arguments where name.hasSuffix(".cer") { files[name] = try Fixtures.file(name) }
            return files
        }
    }

    /// The policy as JSON.
    package var policy: String {
        get throws {
            var policy = "{" + members.map { "\"\($0.key)\":\($0.value)" }.sorted().joined(separator: ",") + "}"
            for name in try certificates.keys.sorted() {
                let base64 = Data(try Fixtures.file(name)).base64EncodedString()
                policy = policy.replacingOccurrences(of: "\"@\(name)\"", with: "\"\(base64)\"")
            }
            return policy
        }
    }
}
