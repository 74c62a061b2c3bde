package import ReceiptEssentials
internal import ReceiptKitTesting

/// A fixture: a JWS or one of Apple's JSON bodies, the policy that it is verified with, and the expected verdict.
package struct JWSScenario: TestModel {
    /// The path below `Fixtures/`.
    package let path: String
    package let summary: String
    /// The kind as the verdict names it. For a rejected fixture, its actual kind.
    package let kind: String
    let contents: @Sendable () throws(TestKitError) -> String
    /// The time of verification.
    package let time: Date
    /// The environment's name on the command line.
    package var environment = "production"
    /// The name of a file in `Fixtures/`.
    package var trustRoot: String? = "jws-root.cer"
    package var xcodeCertificate: String?
    package var deviceVerificationID: String?
    package var appAppleID: Int64?
    /// True if the fixture is for `verify(realtimeRequest:at:)` instead of `verify(evidence:at:)`.
    package var isForRealtimeMethod = false
    /// The expected error code, or nil if verifiers must accept it.
    package var error: String?

    init(
        _ path: String, _ kind: String, _ summary: String, at time: Date,
        _ contents: @escaping @Sendable () throws(TestKitError) -> String
    ) {
        self.path = path
        self.kind = kind
        self.summary = summary
        self.time = time
        self.contents = contents
    }

    /// Creates a JWS from the authority for its environment, verified an hour after it was signed.
    init(
        _ name: String, _ summary: String, _ content: some TestJWSConvertible, _ defects: [JWSDefect] = [],
        refused error: String? = nil
    ) {
        let content = content.content
        self.init(
            "jws/\(name).jws", "\(content.kind)", summary, at: content.signedDate.addingTimeInterval(3_600)
        ) { () throws(TestKitError) in
            try TestAuthority.issuer(of: content.environment).sign(content, defects: defects)
        }
        self.error = error
    }

    var json: JSONText {
        .object([
            "file": .string(path),
            "description": .string(summary),
            "kind": .string(kind),
            "method": isForRealtimeMethod ? .string("verify(realtimeRequest:at:)") : nil,
            "policy": .object([
                "bundleIdentifier": .string("com.example.app"),
                "appAppleID": appAppleID.map(JSONText.number),
                "environments": .inline(.array([.string(environment)])),
                "deviceVerificationID": deviceVerificationID.map(JSONText.string),
                "at": .date(Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))),
                "trustRoot": trustRoot.map(JSONText.string),
                "xcodeCertificate": xcodeCertificate.map(JSONText.string),
            ]),
            "verdict": .string(error == nil ? "verified" : "refused"),
            "error": error.map(JSONText.string),
        ])
    }
}

extension JWSScenario: CustomStringConvertible {
    package var description: String { path }
}
