/// The elements of a sequence, for what takes an asynchronous one.
struct AsyncElements<Base: Sequence & Sendable>: AsyncSequence, Sendable {
    let base: Base

    struct Iterator: AsyncIteratorProtocol {
        var base: Base.Iterator

        mutating func next() -> Base.Element? { base.next() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }
}
