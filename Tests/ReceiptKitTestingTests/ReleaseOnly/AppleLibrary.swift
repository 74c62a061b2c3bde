import Foundation
import JSONSupport
import ReceiptKitTesting
import TestSupport

/// Apple's own server library, run through `Tests/judge-jws`. `RECEIPT_JWS_JUDGE` is the path of the Python in which it
/// is installed.
enum AppleLibrary {
    static let python = ProcessInfo.processInfo.environment["RECEIPT_JWS_JUDGE"]

    struct Case: Encodable {
        let kind: String
        let jws: String
        let root: String
        var bundleId = "com.example.app"
        let environment: String
        var appAppleId = 6_450_123_456

        init(_ text: String, as kind: TestJWSKind, environment: TestEnvironment = .production) throws {
            self.kind = "\(kind)"
            jws = text
            root = TestText.base64(try TestAuthority.issuer(of: environment).jwsRootCertificate)
            self.environment = environment.word
        }
    }

    struct Verdict: Decodable, Equatable {
        let verdict: String
        let reason: String?
        /// The payload as decoded by Apple's library, with Apple's names.
        let payload: JSON?
        var isAccepted: Bool { verdict == "accepted" }
    }

    /// Returns one verdict for each case, in order.
    static func verify(_ cases: [Case]) throws -> [Verdict] {
        let script = Fixtures.folder.deletingLastPathComponent().appendingPathComponent("Tests/judge-jws")
        let lines = try cases.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
        let result = try Program.run(
            URL(fileURLWithPath: "/usr/bin/env"), [python ?? "python3", script.path], input: Array(lines.joined().utf8))
        guard result.status == 0 else { throw Failure(errors: result.errors) }
        return try result.lines.map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
    }

    struct Failure: Error {
        let errors: String
    }
}
