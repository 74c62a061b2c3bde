import Foundation
import Hummingbird
import ReceiptKit

/// It is stored, and on the disk.
package struct Acknowledgement: ResponseCodable, Equatable {
    package let kind: String
    /// False where it was stored before.
    package let isNew: Bool
    /// The purchases in it.
    package let originalTransactionIDs: [String]

    init(_ evidence: Evidence, isNew: Bool) {
        kind = evidence.kind
        self.isNew = isNew
        originalTransactionIDs = evidence.originalTransactionIDs
    }
}

/// What an account may use at a date.
package struct Entitlements: ResponseCodable, Equatable {
    package struct Item: Codable, Equatable, Sendable {
        package let productID: String
        package let originalTransactionID: String
        package let expirationDate: Date?
    }

    package let account: UUID
    package let date: Date
    package let entitlements: [Item]

    init(account: UUID, date: Date, _ purchases: [Purchase]) {
        self.account = account
        self.date = date
        entitlements = purchases.map {
            Item(
                productID: $0.productID, originalTransactionID: $0.originalTransactionID,
                expirationDate: $0.expirationDate)
        }
    }
}

/// The wish to move a purchase to another account.
struct Transfer: Decodable {
    let originalTransactionID: String
    let account: UUID

    struct Answer: ResponseCodable {
        let originalTransactionIDs: [String]
    }
}
