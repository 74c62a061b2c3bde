internal import AppleVerifyReceipt
internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

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
    /// The environments that the policy names.
    let namedEnvironments: Set<StoreEnvironment>?
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
        namedEnvironments = values.environments
        // Each of the two is the other's default.
        let accepted = values.environments ?? values.verifyReceiptEnvironment.map { [$0.storeEnvironment] }
        verifyReceiptEnvironment = values.verifyReceiptEnvironment ?? .init(for: values.environments)
        sharedSecrets = values.sharedSecrets
        do throws(ReceiptPolicy.InvalidPolicy) {
            var policy = try ReceiptPolicy(
                bundleIdentifiers: bundleIDs, device: device, environments: accepted, trust: try Self.trust(values))
            policy.appAppleID = values.appAppleID
            policy.appVersion = values.appVersion
            policy.maximumAge = values.maximumAge
            if let tolerance = values.clockTolerance { policy.clockTolerance = tolerance }
            policy.distrustedKeys = values.distrustedKeys
            if values.acceptTransactionReceipts { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
            self.policy = policy
        } catch { throw .policy(error) }
    }

    private static func trust(_ values: PolicyMembers) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        if let certificates = values.xcodeCertificates { return try .xcode(certificates) }
        guard let roots = values.trustRoots else { return try .appStore(intermediates: values.intermediates) }
        return try .roots(roots, intermediates: values.intermediates)
    }
}
