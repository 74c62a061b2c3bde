import Foundation

/// A subscription in Apple's response, as Apple signed it. The verifier
/// checks it like any other evidence.
package struct SignedStatus: Codable, Hashable, Sendable {
    package let signedTransactionInfo: String
    package let signedRenewalInfo: String

    package init(signedTransactionInfo: String, signedRenewalInfo: String) {
        (self.signedTransactionInfo, self.signedRenewalInfo) = (signedTransactionInfo, signedRenewalInfo)
    }
}

/// Apple's response to *Get All Subscription Statuses*, from your own
/// request.
package struct AppleStatuses: Hashable, Sendable {
    /// The subscriptions, as Apple signed them.
    package var signed: [SignedStatus]
    /// The original transactions whose `status` is 4, grace period. Apple doesn't sign this status.
    package var inGrace: Set<String>

    package init(signed: [SignedStatus], inGrace: Set<String> = []) {
        (self.signed, self.inGrace) = (signed, inGrace)
    }
}

extension AppleStatuses: Decodable {
    private struct Body: Decodable {
        struct Group: Decodable {
            let lastTransactions: [Item]
        }

        struct Item: Decodable {
            let originalTransactionId: String
            let status: Int
            let signedTransactionInfo: String
            let signedRenewalInfo: String
        }

        let data: [Group]
    }

    /// Decodes Apple's response body.
    package init(from decoder: any Decoder) throws {
        let items = try Body(from: decoder).data.flatMap(\.lastTransactions)
        self.init(
            signed: items.map {
                SignedStatus(
                    signedTransactionInfo: $0.signedTransactionInfo, signedRenewalInfo: $0.signedRenewalInfo)
            },
            inGrace: Set(items.filter { $0.status == 4 }.map(\.originalTransactionId)))
    }
}
