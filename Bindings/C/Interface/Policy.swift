internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit
internal import VerifyReceipt

/// A policy as JSON. `bundleIDs` and `device` decide about security and have no default.
///
/// ```
/// {"bundleIDs": ["ID", …] | "any", "device": "unchecked" | {"identifiers": ["HEX or UUID", …], "deviceVerificationIDs": ["UUID", …]},
///  "environments": ["Production", …], "appAppleID": NUMBER, "appVersion": "TEXT", "maximumAge": SECONDS, "clockTolerance": SECONDS,
///  "trustRoots": ["BASE64", …], "intermediates": ["BASE64", …], "xcodeCertificates": ["BASE64", …], "distrustedKeys": ["HEX", …],
///  "acceptTransactionReceipts": BOOLEAN, "verifyReceiptEnvironment": "Production" | "Sandbox", "sharedSecrets": ["TEXT", …]}
/// ```
struct Policy {
    let policy: ReceiptPolicy
    let verifyReceiptEnvironment: VerifyReceiptEndpoint.Environment
    let acceptsVerifyReceiptEnvironment: Bool
    let sharedSecrets: Set<String>?

    static let members = [
        "bundleIDs", "device", "environments", "appAppleID", "appVersion", "maximumAge", "clockTolerance", "trustRoots",
        "intermediates", "xcodeCertificates", "distrustedKeys", "acceptTransactionReceipts",
        "verifyReceiptEnvironment", "sharedSecrets",
    ]

    init(_ text: [UInt8]) throws(CallError) {
        let values = try PolicyMembers(text)
        guard let bundleIDs = values.bundleIDs else { throw .missingMember("bundleIDs") }
        guard let device = values.device else { throw .missingMember("device") }
        if let other = ["trustRoots", "intermediates"].first(where: values.names.contains),
            values.names.contains("xcodeCertificates")
        {
            throw .contradiction(other, "xcodeCertificates")
        }
        do throws(ReceiptPolicy.InvalidPolicy) {
            var policy = try ReceiptPolicy(
                bundleIdentifiers: bundleIDs, device: device, environments: values.environments,
                trust: try Self.trust(values))
            policy.appAppleID = values.appAppleID
            policy.appVersion = values.appVersion
            policy.maximumAge = values.maximumAge
            if let tolerance = values.clockTolerance { policy.clockTolerance = tolerance }
            policy.distrustedKeys = values.distrustedKeys
            if values.acceptTransactionReceipts { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
            self.policy = policy
        } catch { throw .policy(error) }
        // A policy for the sandbox alone means the sandbox's verifyReceipt.
        let environment =
            values.verifyReceiptEnvironment ?? (values.environments == [.sandbox] ? .sandbox : .production)
        verifyReceiptEnvironment = environment
        acceptsVerifyReceiptEnvironment =
            values.environments?.contains(environment == .production ? .production : .sandbox) ?? true
        sharedSecrets = values.sharedSecrets
    }

    private static func trust(_ values: PolicyMembers) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        if let certificates = values.xcodeCertificates { return try .xcode(certificates) }
        guard let roots = values.trustRoots else { return try .appStore(intermediates: values.intermediates) }
        return try .roots(roots, intermediates: values.intermediates)
    }
}
