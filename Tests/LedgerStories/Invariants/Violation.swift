/// An invariant that a ledger violates.
package struct Violation: Sendable, Hashable {
    /// The invariants, named as in `Story+Check`.
    package enum Invariant: String, Sendable, CaseIterable {
        case order
        case complete
        case neverDenied
        case neverGranted
        case noTurning
        case agreement
    }

    package let invariant: Invariant
    package let time: Seconds?
    package let product: String?
    package let text: String
}
