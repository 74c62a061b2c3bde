/// The verdicts on many receipts, as a ``ReceiptVerifier`` finds them.
///
/// Nothing happens before the first verdict is asked for. To stop, leave the loop or cancel the task.
public struct ReceiptVerdicts<Element: Sendable>: AsyncSequence, Sendable {
    /// Receipts that are held for each task: enough that a task seldom waits, little enough to forget about.
    static var receiptsPerTask: Int { 64 }
    /// Receipts that a task takes at once. To verify 16 takes a hundred times as long as to switch tasks.
    static var receiptsPerTurn: Int { 16 }

    private let map: ConcurrentMap<Element, ReceiptVerdict<Element>>

    init(
        tasks: Int, order: VerdictOrder,
        source: @escaping @Sendable (ConcurrentMap<Element, ReceiptVerdict<Element>>.Inbox) async throws -> Void,
        verify: @escaping @Sendable (Element) throws(VerificationError) -> VerifiedReceipt
    ) {
        // More tasks than any machine has processors would only hold memory.
        let tasks = Swift.max(1, Swift.min(tasks, 1_024))
        let shape = ConcurrentMapShape(
            tasks: tasks, window: tasks * Self.receiptsPerTask, chunk: Self.receiptsPerTurn,
            isOrdered: order == .input)
        map = ConcurrentMap(shape, source: source) { index, element in
            ReceiptVerdict(
                index: index, element: element,
                result: Result { () throws(VerificationError) in
                    try verify(element)
                })
        }
    }

    /// Starts over: each iterator reads the receipts for itself.
    public func makeAsyncIterator() -> Iterator { Iterator(base: map.makeAsyncIterator()) }

    /// Takes the verdicts, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var base: ConcurrentMap<Element, ReceiptVerdict<Element>>.Iterator

        fileprivate init(base: ConcurrentMap<Element, ReceiptVerdict<Element>>.Iterator) { self.base = base }

        /// The next verdict, or nil when there is one for every receipt.
        ///
        /// - Throws: what the sequence of receipts threw, behind the verdicts on the receipts before; or `CancellationError`.
        public mutating func next() async throws -> ReceiptVerdict<Element>? { try await base.next() }

        /// The next verdict, or nil when there is one for every receipt, without leaving the caller's actor.
        ///
        /// - Throws: as ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ReceiptVerdict<Element>? {
            try await base.next(isolation: actor)
        }
    }
}
