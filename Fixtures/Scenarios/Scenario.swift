package import ReceiptEssentials
package import ReceiptKitTesting

/// A fixture: a receipt, the policy that it is verified with, and the expected verdict.
package struct Scenario: TestModel {
    /// The caller's demands on the receipt.
    package struct Policy: Hashable, Sendable {
        /// The trusted certificate, by the name of a file in `Fixtures/`.
        package enum Anchor: Hashable, Sendable {
            case trustRoot(String)
            case xcodeCertificate(String)
        }

        package var bundleIdentifier: String
        /// The environments' names on the command line.
        package var environments: [String]
        package var device: [UInt8]?
        package var appVersion: String?
        /// The time of verification.
        package var time: Date
        package var anchor: Anchor

        /// The policy that a receipt satisfies, an hour after it was created.
        init(for receipt: TestReceipt) {
            let isXcode = receipt.environment == .xcode
            bundleIdentifier = receipt.bundleIdentifier
            environments = [Self.name(of: receipt.environment)]
            device = isXcode ? nil : receipt.device
            time = receipt.creationDate.addingTimeInterval(3600)
            anchor = isXcode ? .xcodeCertificate("xcode.cer") : .trustRoot("root.cer")
        }

        private static func name(of environment: TestEnvironment) -> String {
            switch environment {
            case .sandbox, .volumePurchaseSandbox: "sandbox"
            case .xcode: "xcode"
            default: "production"
            }
        }
    }

    package var name: String
    package var summary: String
    package var receipt: TestReceipt
    package var digest: TestDigest = .sha256
    package var authority: TestAuthority
    package var defect: Defect?
    /// A change of the container that affects neither its meaning nor its signature.
    package var rearrange: (@Sendable (inout TestSignedData) -> Void)?
    package var policy: Policy
    /// The expected error code, or nil if verifiers must accept the receipt.
    package var error: String?

    init(_ name: String, _ summary: String, _ receipt: TestReceipt) {
        self.name = name
        self.summary = summary
        self.receipt = receipt
        authority = .issuer(of: receipt.environment)
        policy = Policy(for: receipt)
    }

    /// OpenSSL's expected verdict on the signature, without validating certificates. Nil if it can't read the
    /// container.
    package var isSignatureValid: Bool? {
        guard let defect else { return true }
        return defect.isSignatureValid
    }

    package func issue() throws(TestKitError) -> TestIssuedReceipt {
        let issued = try authority.issue(receipt, digest: digest, defects: defect.map { [$0] } ?? [])
        return rearrange.map(issued.rearranged) ?? issued
    }
}

extension Scenario: CustomStringConvertible {
    package var description: String { name }
}
