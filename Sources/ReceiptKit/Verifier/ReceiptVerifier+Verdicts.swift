extension ReceiptVerifier {
    /// Verifies many pieces of evidence, or what belongs to them such as rows of a database, several at once.
    ///
    /// ```swift
    /// try await verifier.verdicts(
    ///     on: rows, maximumConcurrentTasks: 4
    /// ) { verifier, row throws(VerificationError) in
    ///     try verifier.verify(evidence: row.evidence, at: row.received)
    /// } handle: { index, row, result in
    ///     print(index, row.customer, result)
    /// }
    /// ```
    ///
    /// Every element gets one verdict, in the order of the elements. A rejected one stops nothing, and one that arrives alone is
    /// verified and handed over at once. The verifier holds at most 64 elements for each task, read and not yet handed over, also while
    /// `handle` is busy or one element takes long: there may be more than fit into memory.
    ///
    /// To stop, throw in `handle` or cancel the task. When this returns or throws, nothing runs any more: it has waited for the
    /// elements in hand, one for each task, and for `elements` to give up.
    ///
    /// - Parameters:
    ///   - elements: the evidence, or what belongs to it.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - verify: verifies one element with this verifier. It runs in several tasks at once.
    ///   - handle: takes one verdict after the other, where the caller runs: the element's position, from 0, the element, and what
    ///     `verify` returned or the first check that failed.
    /// - Throws: what `elements` throws, behind the verdicts on those before; what `handle` throws; or `CancellationError`, so
    ///   that missing verdicts never look like the end.
    public nonisolated(nonsending) func verdicts<Elements: AsyncSequence & Sendable, Verified: Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int,
        verify: @escaping @Sendable (ReceiptVerifier, Elements.Element) throws(VerificationError) -> Verified,
        handle: (Int, Elements.Element, Result<Verified, VerificationError>) async throws -> Void
    ) async throws where Elements.Element: Sendable {
        var iterator = elements.makeAsyncIterator()
        try await verdicts(maximumConcurrentTasks, next: { try await iterator.next() }, verify, handle)
    }

    /// Verifies what is in an array or another sequence, several at once, in the same way as what comes asynchronously.
    ///
    /// - Throws: what `handle` throws, or `CancellationError`, so that missing verdicts never look like the end.
    public nonisolated(nonsending) func verdicts<Elements: Sequence & Sendable, Verified: Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int,
        verify: @escaping @Sendable (ReceiptVerifier, Elements.Element) throws(VerificationError) -> Verified,
        handle: (Int, Elements.Element, Result<Verified, VerificationError>) async throws -> Void
    ) async throws where Elements.Element: Sendable {
        var iterator = elements.makeIterator()
        try await verdicts(maximumConcurrentTasks, next: { iterator.next() }, verify, handle)
    }

    private nonisolated(nonsending) func verdicts<Element: Sendable, Verified: Sendable>(
        _ maximum: Int, next: sending @escaping () async throws -> Element?,
        _ verify: @escaping @Sendable (ReceiptVerifier, Element) throws(VerificationError) -> Verified,
        _ handle: (Int, Element, Result<Verified, VerificationError>) async throws -> Void
    ) async throws {
        // More tasks than any machine has processors would only hold memory.
        let tasks = max(1, min(maximum, 1_024))
        try await mapInOrder(
            tasks: tasks, window: 64 * tasks, next: next,
            transform: { index, element in
                (index, element, Result { () throws(VerificationError) in try verify(self, element) })
            }, handle: { index, element, result in try await handle(index, element, result) })
    }
}
