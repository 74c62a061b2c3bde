import Foundation
import ReceiptKit

/// The answer whether an account may use a product, and the basis for that answer.
package struct KnownAccess: Hashable, Sendable {
    /// A grace period that Apple reports without signing it.
    package struct UnsignedGrace: Hashable, Sendable {
        /// The purchase of the period that has ended.
        package let purchase: Purchase
        /// The first instant at which the report no longer applies.
        package let endDate: Date
    }

    /// The answer based on signed evidence.
    package var access: Access
    /// The environment of the evidence, or nil if there is none.
    package let environment: StoreEnvironment?
    /// The grace period that gives access although the evidence doesn't.
    package var unsignedGrace: UnsignedGrace?
    /// The original transactions about which a request to Apple failed.
    package var failed: [String] = []

    package var isGranted: Bool { access.isGranted || unsignedGrace != nil }

    /// The evidence that Apple has to be asked for.
    package var gap: Access.Undetermined? {
        guard unsignedGrace == nil, case .undetermined(let gap) = access else { return nil }
        return gap
    }

    /// Returns the best of the answers for several environments: the first
    /// that gives access, or else the first that may give it.
    static func best(_ answers: [KnownAccess]) -> KnownAccess {
        answers.first(where: \.isGranted) ?? answers.first { $0.gap != nil } ?? answers.first
            ?? KnownAccess(access: .denied(.noPurchaseKnown), environment: nil)
    }
}
