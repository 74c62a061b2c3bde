import Foundation
import TestSupport
import Testing

/// A JWS or JSON body in `Fixtures`, and the expected result.
struct JWSFixture: Sendable, CustomTestStringConvertible {
    let file: String
    let expected: JSON

    var testDescription: String { file }

    static let all: [JWSFixture] = {
        do {
            let list = try JSONDecoder().decode(JSON.self, from: Data(try Fixtures.file("jws.json")))
            return (list.array ?? []).compactMap { entry in
                entry["file"]?.string.map { JWSFixture(file: $0, expected: entry) }
            }
        } catch {
            print("The JWS among the fixtures cannot be read: \(error)")
            return []
        }
    }()

    /// The fixtures that are evidence.
    static let accepted = all.filter { $0.expected.verdict == "verified" && $0.expected["method"] == nil }

    var kind: String { expected["kind"]?.string ?? "" }

    /// Returns the options with which `verify` accepts it, with paths in `Fixtures`.
    func policy() throws -> [String] {
        let policy = try #require(expected["policy"])
        func path(_ name: String) -> String { Fixtures.folder.appendingPathComponent(name).path }
        var options = ["--bundle-id", try #require(policy["bundleIdentifier"]?.string)]
        options += ["--at", try #require(policy["at"]?.string)]
        for environment in policy["environments"]?.array ?? [] {
            options += ["--environment", try #require(environment.string)]
        }
        if let device = policy["deviceVerificationID"]?.string {
            options += ["--device-verification-id", device]
        } else {
            options.append("--any-device")
        }
        if let root = policy["trustRoot"]?.string { options += ["--trust-root", path(root)] }
        if let certificate = policy["xcodeCertificate"]?.string {
            options += ["--xcode-certificate", path(certificate)]
        }
        return options
    }
}
