import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt verify")
struct VerifyTests {
    @Test("gives every fixture its verdict, and shows its fields", arguments: Fixtures.entries.sample(12))
    func fixtures(_ entry: Fixtures.Entry) throws {
        let policy = try #require(entry.expected["policy"])
        var arguments = ["verify", "receipt", "--format", "json"]
        arguments += [
            "--bundle-id", try #require(policy["bundleIdentifier"]?.string), "--at", policy["at"]?.string ?? "",
        ]
        arguments += policy["device"]?.string.map { ["--device", $0] } ?? ["--any-device"]
        for environment in policy["environments"]?.array ?? [] {
            arguments += ["--environment", environment.string ?? ""]
        }
        if let version = policy["appVersion"]?.string { arguments += ["--app-version", version] }
        var files = ["receipt": entry.bytes]
        for (key, option) in [("trustRoot", "--trust-root"), ("xcodeCertificate", "--xcode-certificate")] {
            guard let name = policy[key]?.string else { continue }
            files[name] = try Fixtures.file(name)
            arguments += [option, name]
        }
        let result = try Receipt.run(arguments, files: files)
        let object = try result.object
        #expect(object["file"] == .string("receipt"))
        #expect(object.verdict == entry.expected["verdict"]?.string)
        #expect(object.errorCode == entry.expected["error"]?.string)
        #expect(result.status == (object.verdict == "verified" ? 0 : 1))
        if object.verdict == "verified" { #expect(object["receipt"] == entry.expected["receipt"]) }
    }

    @Test("reports every file, and the worst decides the exit status")
    func severalFiles() throws {
        let files = ["good": InputTests.trial, "bad": InputTests.trial.dropLast()]
        let all = try Receipt.verify(files, ["bad", "missing", "good"])
        #expect(try all.objects.map(\.verdict) == ["refused", "unreadable", "verified"])
        #expect(try all.objects.map { $0["file"]?.string } == ["bad", "missing", "good"])
        #expect(all.status == 66)
        #expect(try Receipt.verify(files, ["good", "bad", "good"]).status == 1)
        #expect(try Receipt.verify(files, ["good", "good"]).status == 0)
    }

    static let misuses: [[String]] = [
        [], ["x"], ["x", "--bundle-id", "a"], ["x", "--any-device"], ["--bundle-id", "a", "--any-device"],
        ["x", "--bundle-id", "a", "--any-device", "--device", "00:11:22:33:44:55"],
        ["x", "--bundle-id", "a", "--device", "0011"], ["x", "--bundle-id", "a", "--device", "hello"],
        ["x", "--bundle-id", "a", "--any-device", "--environment", "mars"],
        ["x", "--bundle-id", "a", "--any-device", "--at", "2024-02-30"],
        ["x", "--bundle-id", "a", "--any-device", "--at", "yesterday"],
        ["x", "--bundle-id", "a", "--any-device", "--format", "xml"],
        ["x", "--bundle-id", "a", "--any-device", "--trust-root", "a", "--xcode-certificate", "b"],
        ["x", "--bundle-id", "a", "--any-device", "--xcode-certificate", "b", "--environment", "production"],
        ["x", "--bundle-id", "a", "--bundle-id", "", "--any-device"],
        ["x", "--bundle-id", "a", "--any-device", "--colour"], ["-", "-", "--bundle-id", "a", "--any-device"],
        ["x", "--bundle-id", "", "--any-device"],
        ["x", "--bundle-id", "a", "--any-device", "--trust-root", "no-certificate"],
        ["x", "--bundle-id", "a", "--any-device", "--trust-root", "two-certificates"],
        ["x", "--bundle-id", "a", "--any-device", "--trust-root", "receipt.pem"],
        ["x", "--bundle-id", "a", "--any-device", "--xcode-certificate", "no-certificate"],
        ["-", "--bundle-id", "a", "--any-device", "--trust-root", "-"],
        ["x", "--bundle-id", "a", "--any-device", "--trust-root", "-", "--trust-root", "-"],
        ["x", "--bundle-id", "a", "--any-device", "--at", "2024-05-01T12:00:00"],
        ["x", "--bundle-id", "a", "--any-device", "--at", "2024-05-01 12:00:00Z"],
        ["x", "--bundle-id", "a", "--device", "3f27583e-3e39-4865-a9f2-98256c105cd"],
        ["x", "--bundle-id", "a", "--any-device", "--distrusted-key", ""],
        ["x", "--bundle-id", "a", "--any-device", "--distrusted-key", "root.cer"],
        ["x", "--bundle-id", "a", "--any-device", "--distrusted-key", String(repeating: "0", count: 40)],
    ]

    @Test("does not guess: 64", arguments: misuses)
    func misuse(_ arguments: [String]) throws {
        let root = InputTests.pem("CERTIFICATE", try Fixtures.file("root.cer"))
        let files: [String: [UInt8]] = [
            "no-certificate": [1, 2, 3], "two-certificates": root + root,
            "receipt.pem": InputTests.pem("PKCS7", InputTests.trial),
        ]
        let result = try Receipt.run(["verify"] + arguments, files: files)
        #expect(result.status == 64, "\(arguments)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test(
        "reports arguments that it doesn't understand",
        arguments: [
            (
                ["verfy", "x"],
                "Unknown command 'verfy'. The commands are verify, ledger, inspect, compare, issue, defects, explain."
            ),
            (["x"], "Unknown command 'x'."),
            (
                ["verify", "x", "--bundle-id", "a", "--any-device", "--trust-root", "no-certificate"],
                "no-certificate is not an X.509 certificate (DER or PEM)."
            ),
            (
                ["verify", "x", "--bundle-id", "a", "--any-device", "--xcode-certificate", "no-certificate"],
                "no-certificate is not an X.509 certificate (DER or PEM)."
            ),
            (
                ["verify", "x", "--bundle-id", "a", "--any-device", "--at", "2024-02-30"],
                "Expected a date from 2008 to 4001, such as 2026-01-31T12:00:00Z or 2026-01-31."
            ),
            (
                ["ledger", "x", "--bundle-id", "a", "--any-device", "--distrusted-key", "root.cer"],
                "64 hexadecimal digits"
            ),
            (
                ["ledger", "x", "--bundle-id", "a", "--any-device", "--as-of", "1709251200"],
                "Expected a date from 2008 to 4001, such as 2026-01-31T12:00:00Z or 2026-01-31."
            ),
        ])
    func misuseIsNamed(_ arguments: [String], _ message: String) throws {
        let result = try Receipt.run(arguments, files: ["no-certificate": [1, 2, 3]])
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test(
        "rejects what a distrusted key signed or certified, as inspect shows the keys",
        arguments: ["receipts/trial.receipt", "jws/renewal.jws", "transaction-receipt.plist"])
    func distrustedKeys(_ file: String) throws {
        var files = ["x": try Fixtures.file(file)]
        for name in ["root.cer", "jws-root.cer", "transaction-receipt-issuer.cer"] {
            files[name] = try Fixtures.file(name)
        }
        let inspection = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        let keys = try #require(inspection["certificates"]?.array).compactMap { $0["keySHA256"]?.string }
        let policy = [
            "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--trust-root",
            "jws-root.cer",
            "--intermediate", "transaction-receipt-issuer.cer", "--accept-transaction-receipts", "--format", "json",
        ]
        func run(_ command: String, _ distrusted: [String]) throws -> JSON {
            let options = distrusted.flatMap { ["--distrusted-key", $0] }
            return try Receipt.run([command, "x"] + policy + options, files: files).object
        }
        let none = String(repeating: "ab", count: 32)
        #expect(try run("verify", [none]).verdict == "verified")
        #expect(!keys.isEmpty)
        for key in keys {
            for command in ["verify", "ledger"] {
                #expect(try run(command, [none, key.uppercased()]).errorCode == "chain.distrusted")
            }
        }
    }

    @Test("reports that the key of a root is too small", arguments: ["--trust-root", "--xcode-certificate"])
    func smallKey(_ option: String) throws {
        var root = try #require(TestAuthority.standard.sha256.root)
        let numbers = [TestDER.integer(octets: [0] + [UInt8](repeating: 0xFF, count: 128)), TestDER.integer(65_537)]
        root.subjectPublicKeyInfo = TestDER.sequence([
            TestAlgorithm.rsaEncryption.encoded, TestDER.bitString(TestDER.sequence(numbers)),
        ])
        let result = try Receipt.run(
            ["verify", "x", "--bundle-id", "a", "--any-device", option, "small"], files: ["small": try root.encoded()])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.hasPrefix(
                "Error: small is a certificate, but its key is neither RSA of 2048 to 4096 bits nor on P-256 or P-384.\n"
            ),
            "\(result.errors)")
    }

    @Test(
        "a rejection that an option may solve names the option",
        arguments: [
            ("trial", [], "  options     --trust-root, --xcode-certificate\n"),
            (
                "refused-sandbox-in-production", ["--trust-root", "root.cer"],
                "  options     --environment production --environment sandbox\n"
            ),
            ("xcode", ["--environment", "xcode"], "  options     --trust-root, --xcode-certificate\n"),
        ])
    func hint(_ name: String, _ options: [String], _ hint: String) throws {
        let files = [
            "x": try Fixtures.file("receipts/\(name).receipt"), "root.cer": try Fixtures.file("root.cer"),
            "xcode.cer": try Fixtures.file("xcode.cer"),
        ]
        let result = try Receipt.run(
            ["verify", "x", "--bundle-id", "com.example.app", "--any-device"] + options, files: files)
        #expect(result.status == 1)
        #expect(result.text.contains(hint), "\(result.text)")
    }

    @Test("exits with 66 if a certificate can't be read")
    func missingRoot() throws {
        let result = try Receipt.run(
            ["verify", "x", "--bundle-id", "a", "--any-device", "--trust-root", "missing"],
            files: ["x": InputTests.trial])
        #expect(result.status == 66)
        #expect(result.errors.contains("missing"))
    }

    @Test(
        "takes a device with and without separators",
        arguments: [
            "3f27583e3e394865a9f298256c105cdf", "3F27583E-3E39-4865-A9F2-98256C105CDF",
            "3f:27:58:3e:3e:39:48:65:a9:f2:98:25:6c:10:5c:df",
        ])
    func device(_ device: String) throws {
        let files = ["x": InputTests.trial, "root.cer": try Fixtures.file("root.cer")]
        let arguments = [
            "verify", "x", "--bundle-id", "com.example.app", "--trust-root", "root.cer", "--format", "json",
        ]
        let good = try Receipt.run(arguments + ["--device", device], files: files)
        #expect(good.status == 0)
        #expect(try good.object["verification"]?["deviceChecked"] == .bool(true))
        let other = try Receipt.run(
            arguments + ["--device", device.replacingOccurrences(of: "5", with: "6")], files: files)
        #expect(try other.object.errorCode == "device.mismatch")
    }

    @Test("verifies at the time given, or now")
    func time() throws {
        let files = ["x": InputTests.trial]
        #expect(try Receipt.verify(files, ["x"], ["--at", "2024-05-01T12:00:00Z"]).status == 0)
        #expect(try Receipt.verify(files, ["x"], ["--at", "2024-05-01T15:00:00+03:00"]).status == 0)
        #expect(try Receipt.verify(files, ["x"], ["--at", "2024-05-01"]).object.errorCode == "date.future")
    }

    @Test("writes text for people, without colour unless on a terminal, and escapes the receipt's strings")
    func text() throws {
        let files = ["x": InputTests.trial, "root.cer": try Fixtures.file("root.cer")]
        let arguments = ["verify", "x", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"]
        let result = try Receipt.run(arguments, files: files)
        #expect(result.status == 0)
        #expect(result.text.contains("✓ verified"))
        #expect(result.text.contains("not checked"))
        #expect(result.text.contains("com.example.monthly"))
        #expect(!result.output.contains(0x1B))
        #expect(result.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(
        "Real receipts verify for their own app, environment and device", .enabled(if: Corpus.isAvailable),
        arguments: Corpus.entries.sample(3))
    func corpus(_ entry: Corpus.Entry) throws {
        let base = ["verify", "x", "--bundle-id", entry.expected.bundleID, "--format", "json"]
        let files = ["x": entry.bytes]
        func run(_ more: [String]) throws -> JSON { try Receipt.run(base + more, files: files).object }
        guard entry.expected.chainsToAppleRoot else {
            #expect(try run(["--any-device"]).errorCode == "chain.untrustedRoot")
            let certificate = try #require(Corpus.folder).appendingPathComponent("../certs/xcode_StoreKitTest.pem").path
            let accepted = try run(["--any-device", "--xcode-certificate", certificate])
            #expect(accepted.verdict == "verified")
            return
        }
        let sandbox = ["--environment", "sandbox"]
        let accepted = try run(["--any-device"] + sandbox)
        #expect(accepted.verdict == "verified")
        #expect(accepted["receipt"]?["appVersion"]?.string == entry.expected.appVersion)
        #expect(accepted["receipt"]?["creationDate"]?.string == entry.expected.creationDate)
        #expect(accepted["receipt"]?["purchases"]?.array?.count == entry.expected.inApp.count)
        #expect(try run(["--any-device"]).errorCode == "environment.mismatch")
        if let device = entry.expected.deviceIdentifierHex {
            #expect(try run(["--device", device] + sandbox).verdict == "verified")
            let other = String(device.dropLast()) + (device.hasSuffix("0") ? "1" : "0")
            #expect(try run(["--device", other] + sandbox).errorCode == "device.mismatch")
        }
    }
}
