/// An invariant that a ledger doesn't satisfy.
package struct Violation: Sendable, Hashable {
    /// The invariants, by the letters of the description in `Story+Check`.
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
