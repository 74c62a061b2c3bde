extension Story {
    /// The invariants that a ledger of this story violates, each with its first violation.
    ///
    /// - order: any order, any repetition and any grouping of merges give an equal ledger with equal answers.
    /// - complete: if nothing is lost, access is granted exactly when the customer has it, up to the last piece.
    /// - neverDenied: a customer with access isn't denied it because a renewal, a recovery or an upgrade was lost.
    /// - neverGranted: a customer without access is granted it only if the evidence of its end was lost.
    /// - noTurning: without new evidence no answer changes from undetermined to denied.
    /// - agreement: access, status, entitlements and their dates agree with each other.
    package func violations<Ledger: StoryLedger>(
        of _: Ledger.Type, _ invariants: Set<Violation.Invariant> = Set(Violation.Invariant.allCases)
    ) throws -> [Violation] {
        let ledger = try Ledger(merging: evidence, passLength: passLength)
        let inquiry = Inquiry(self, ledger)
        let instants = inquiry.instants()
        let few = instants.indices.filter { $0 % 7 == 0 }.map { instants[$0] }
        var found: [Violation?] = []
        if invariants.contains(.order) { found.append(try inquiry.order(few)) }
        if invariants.contains(.complete) { found.append(inquiry.complete(instants)) }
        if invariants.contains(.neverDenied) { found.append(inquiry.neverDenied(instants)) }
        if invariants.contains(.neverGranted) { found.append(inquiry.neverGranted(instants)) }
        if invariants.contains(.noTurning) { found.append(inquiry.noTurning()) }
        if invariants.contains(.agreement) { found += [inquiry.agreement(instants), inquiry.staleness(few)] }
        return found.compactMap(\.self)
    }
}
