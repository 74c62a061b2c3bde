extension ReceiptVerifier {
    /// Verifies many receipts, or what belongs to them such as rows of a database, several at once.
    ///
    /// ```swift
    /// try await verifier.verdicts(
    ///     on: rows, maximumConcurrentTasks: 4
    /// ) { row throws(VerificationError) in
    ///     try verifier.verify(base64: row.receipt, at: row.received)
    /// } handle: { index, row, result in
    ///     print(index, row.customer, result)
    /// }
    /// ```
    ///
    /// Every element gets one verdict, in the order of the elements; a refused receipt stops nothing, and one that arrives
    /// alone is verified and handed over at once. At most 64 elements for each task are held, read and not yet handed over, also
    /// while `handle` is busy or one receipt takes long: there may be more than fit into memory.
    ///
    /// To stop, throw in `handle` or cancel the task. When this returns or throws, nothing runs any more: it has waited for the
    /// receipts in hand, one for each task, and for `elements` to give up.
    ///
    /// - Parameters:
    ///   - elements: the receipts, or what belongs to them.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - verify: verifies the receipt of one element. It runs in several tasks at once.
    ///   - handle: takes one verdict after the other, where the caller runs: the element's position, from 0, the element, and the
    ///     verified receipt or the first check that failed.
    /// - Throws: what `elements` throws, behind the verdicts on those before; what `handle` throws; or `CancellationError`, so
    ///   that missing verdicts never look like the end.
    public nonisolated(nonsending) func verdicts<Elements: AsyncSequence & Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int,
        verify: @escaping @Sendable (Elements.Element) throws(VerificationError) -> VerifiedReceipt,
        handle: (Int, Elements.Element, Result<VerifiedReceipt, VerificationError>) async throws -> Void
    ) async throws where Elements.Element: Sendable {
        // More tasks than any machine has processors would only hold memory. To verify 16 takes a hundred times as long as to
        // switch tasks.
        let tasks = max(1, min(maximumConcurrentTasks, 1_024))
        try await mapInOrder(
            elements, tasks: tasks, window: 64 * tasks, chunk: 16,
            transform: { index, element in
                (index, element, Result { () throws(VerificationError) in try verify(element) })
            }, handle: { index, element, result in try await handle(index, element, result) })
    }

    /// Verifies what is in an array or another sequence, several at once: the same as for a sequence that is asynchronous.
    ///
    /// - Parameters:
    ///   - elements: the receipts, or what belongs to them.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - verify: verifies the receipt of one element. It runs in several tasks at once.
    ///   - handle: takes one verdict after the other, where the caller runs: the element's position, from 0, the element, and the
    ///     verified receipt or the first check that failed.
    /// - Throws: what `handle` throws, or `CancellationError`, so that missing verdicts never look like the end.
    public nonisolated(nonsending) func verdicts<Elements: Sequence & Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int,
        verify: @escaping @Sendable (Elements.Element) throws(VerificationError) -> VerifiedReceipt,
        handle: (Int, Elements.Element, Result<VerifiedReceipt, VerificationError>) async throws -> Void
    ) async throws where Elements.Element: Sendable {
        try await verdicts(
            on: AsyncElements(base: elements), maximumConcurrentTasks: maximumConcurrentTasks, verify: verify,
            handle: handle)
    }
}
