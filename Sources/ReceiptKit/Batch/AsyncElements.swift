/// The elements of a sequence, for what takes an asynchronous one: `AsyncElements(array)`.
public struct AsyncElements<Base: Sequence>: AsyncSequence, AsyncIteratorProtocol {
    private var base: Base.Iterator

    /// From the first element on.
    public init(_ base: Base) { self.base = base.makeIterator() }

    /// Starts where this stands.
    public func makeAsyncIterator() -> Self { self }

    /// The next element, at once, or nil at the end.
    public mutating func next() -> Base.Element? { base.next() }
}

extension AsyncElements: Sendable where Base.Iterator: Sendable {}
