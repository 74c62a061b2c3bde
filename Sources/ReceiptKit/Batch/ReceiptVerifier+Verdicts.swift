#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ReceiptVerifier {
    /// Verifies many receipts, several at once.
    ///
    /// ```swift
    /// for try await verdict in verifier.verdicts(on: receipts, at: now, maximumConcurrentTasks: 4) {
    ///     switch verdict.result {
    ///     case .success(let receipt): print(verdict.index, receipt.bundleID)
    ///     case .failure(let error): print(verdict.index, error.code)
    ///     }
    /// }
    /// ```
    ///
    /// Every receipt gets a verdict of its own; a refused one stops nothing. At most 64 receipts for each task are held at a time,
    /// read and not yet handed over as verdicts, also while the loop's body is busy or one receipt takes long. So the receipts
    /// may be more than fit into memory. An iteration that is cancelled throws `CancellationError`: verdicts that are missing
    /// never look like the end.
    ///
    /// - Parameters:
    ///   - receipts: DER or BER each.
    ///   - now: the time of verification, for all of them.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - order: whether verdicts come in the order of the receipts, or as they are ready.
    public func verdicts<Receipts: Sequence & Sendable>(
        on receipts: Receipts, at now: Date, maximumConcurrentTasks: Int, order: VerdictOrder = .input
    ) -> ReceiptVerdicts<Receipts.Element> where Receipts.Element: Collection<UInt8> & Sendable {
        verdicts(on: receipts, maximumConcurrentTasks: maximumConcurrentTasks, order: order) {
            receipt throws(VerificationError) in try verify(receipt, at: now)
        }
    }

    /// Verifies many receipts that arrive one after the other, several at once.
    ///
    /// As for a `Sequence`. A receipt that arrives alone is verified at once. What `receipts` throws ends the verdicts, behind
    /// those on the receipts before.
    ///
    /// - Parameters:
    ///   - receipts: DER or BER each.
    ///   - now: the time of verification, for all of them.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - order: whether verdicts come in the order of the receipts, or as they are ready.
    public func verdicts<Receipts: AsyncSequence & Sendable>(
        on receipts: Receipts, at now: Date, maximumConcurrentTasks: Int, order: VerdictOrder = .input
    ) -> ReceiptVerdicts<Receipts.Element> where Receipts.Element: Collection<UInt8> & Sendable {
        verdicts(on: receipts, maximumConcurrentTasks: maximumConcurrentTasks, order: order) {
            receipt throws(VerificationError) in try verify(receipt, at: now)
        }
    }

    /// Verifies what belongs to many elements, such as rows of a database, several at once.
    ///
    /// ```swift
    /// let verdicts = verifier.verdicts(on: rows, maximumConcurrentTasks: 4) { row throws(VerificationError) in
    ///     try verifier.verify(base64: row.receipt, at: row.received)
    /// }
    /// for try await verdict in verdicts { print(verdict.element.customer, verdict.result) }
    /// ```
    ///
    /// - Parameters:
    ///   - elements: what ``ReceiptVerdict/element`` gives back.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - order: whether verdicts come in the order of the elements, or as they are ready.
    ///   - verify: verifies the receipt of one element. It runs in several tasks at once.
    public func verdicts<Elements: Sequence & Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int, order: VerdictOrder = .input,
        verify: @escaping @Sendable (Elements.Element) throws(VerificationError) -> VerifiedReceipt
    ) -> ReceiptVerdicts<Elements.Element> where Elements.Element: Sendable {
        ReceiptVerdicts(
            tasks: maximumConcurrentTasks, order: order,
            source: { inbox in
                var iterator = elements.makeIterator()
                while let element = iterator.next(), await inbox.put(element) {}
            },
            verify: verify)
    }

    /// Verifies what belongs to many elements that arrive one after the other, several at once.
    ///
    /// As for a `Sequence`. What `elements` throws ends the verdicts, behind those on the elements before.
    ///
    /// - Parameters:
    ///   - elements: what ``ReceiptVerdict/element`` gives back.
    ///   - maximumConcurrentTasks: how many tasks verify; at least 1. More than there are processors gain nothing.
    ///   - order: whether verdicts come in the order of the elements, or as they are ready.
    ///   - verify: verifies the receipt of one element. It runs in several tasks at once.
    public func verdicts<Elements: AsyncSequence & Sendable>(
        on elements: Elements, maximumConcurrentTasks: Int, order: VerdictOrder = .input,
        verify: @escaping @Sendable (Elements.Element) throws(VerificationError) -> VerifiedReceipt
    ) -> ReceiptVerdicts<Elements.Element> where Elements.Element: Sendable {
        ReceiptVerdicts(
            tasks: maximumConcurrentTasks, order: order,
            source: { inbox in
                var iterator = elements.makeAsyncIterator()
                while let element = try await iterator.next(), await inbox.put(element) {}
            },
            verify: verify)
    }
}
