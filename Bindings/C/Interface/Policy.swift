internal import AppleVerifyReceipt
internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit
internal import ReceiptReports

/// A policy as JSON: an object with a member for each ``PolicyDemand``, and two for verifyReceipt. A member that is
/// null is treated as absent.
///
/// ```
/// {"bundleIDs": ["ID", …] | "any", "device": "unchecked" | {"identifiers": ["HEX or UUID", …], "deviceVerificationIDs": ["UUID", …]}, …
///  "verifyReceiptEnvironment": "Production" | "Sandbox", "sharedSecrets": ["TEXT", …]}
/// ```
struct Policy {
    let policy: ReceiptPolicy
    let verifyReceiptEnvironment: VerifyReceiptEndpoint.Environment
    /// The environments that the policy names.
    let namedEnvironments: Set<StoreEnvironment>?
    let sharedSecrets: Set<String>?

    init(_ text: [UInt8]) throws(CallError) {
        let members = try PolicyMembers(text)
        namedEnvironments = members.description.environments
        sharedSecrets = members.sharedSecrets
        do throws(PolicyDescription.Problem) {
            // Each of the two environments is the default for the other.
            policy = try members.description.policy(
                unlessStated: members.verifyReceiptEnvironment.map { [$0.storeEnvironment] })
        } catch { throw CallError(error) }
        verifyReceiptEnvironment = members.verifyReceiptEnvironment ?? .init(for: namedEnvironments)
    }
}
