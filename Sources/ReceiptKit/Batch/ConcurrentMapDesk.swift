/// Where the tasks of a ``ConcurrentMap`` meet: the source puts elements on it, workers take them and bring results, one
/// reader collects those. Whoever finds nothing to do waits here.
final class ConcurrentMapDesk<Input: Sendable, Output: Sendable>: Sendable {
    typealias Waiter = CheckedContinuation<Void, Never>
    typealias Ledger = ConcurrentMapLedger<Input, Output>

    private struct State: Sendable {
        var ledger: Ledger
        var source: Waiter?
        var reader: Waiter?
        var workers: [Waiter] = []

        /// Everyone who waits, once.
        mutating func dismissAll() -> [Waiter] {
            defer { (source, reader, workers) = (nil, nil, []) }
            return workers + [source, reader].compactMap { $0 }
        }
    }

    private let state: Locked<State>

    init(_ shape: ConcurrentMapShape) { state = Locked(State(ledger: Ledger(shape))) }

    // MARK: The source

    /// Puts an element down, for which there is room, and waits for room for the next. False if none is wanted any more.
    func put(_ input: Input) async -> Bool {
        var (room, worker) = state.withLock { state in
            state.ledger.put(input)
            return (state.ledger.room, state.workers.popLast())
        }
        worker?.resume()
        while true {
            if let room { return room }
            await withCheckedContinuation { (waiter: Waiter) in
                let mayGoOn = state.withLock { state in
                    if state.ledger.room != nil { return true }
                    state.source = waiter
                    return false
                }
                if mayGoOn { waiter.resume() }
            }
            room = state.withLock { $0.ledger.room }
        }
    }

    func endInput(_ error: (any Error)?) {
        let waiters = state.withLock { state in
            state.ledger.endInput(error)
            return state.dismissAll()
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: Workers

    /// The next elements, or nil if there will be no more.
    func take() async -> Ledger.Chunk? {
        while true {
            switch state.withLock({ $0.ledger.take() }) {
            case .chunk(let chunk): return chunk
            case .end: return nil
            case .wait:
                await withCheckedContinuation { (waiter: Waiter) in
                    let mayGoOn = state.withLock { state in
                        if !state.ledger.mustWorkersWait { return true }
                        state.workers.append(waiter)
                        return false
                    }
                    if mayGoOn { waiter.resume() }
                }
            }
        }
    }

    func deliver(_ outputs: [Output], chunk: Int) {
        state.withLock { state in
            state.ledger.deliver(outputs, chunk: chunk)
            return state.ledger.mustReaderWait ? nil : state.reader.take()
        }?.resume()
    }

    // MARK: The reader

    func collect() -> Ledger.Collected {
        let (collected, source) = state.withLock { state in
            let collected = state.ledger.collect()
            // The source is not woken for every free place: waking costs more than reading.
            return (collected, state.ledger.isRoomWorthWaking ? state.source.take() : nil)
        }
        source?.resume()
        return collected
    }

    func waitForOutput(isolation: isolated (any Actor)?) async {
        await withCheckedContinuation { (waiter: Waiter) in
            let mayGoOn = state.withLock { state in
                if !state.ledger.mustReaderWait { return true }
                state.reader = waiter
                return false
            }
            if mayGoOn { waiter.resume() }
        }
    }

    /// Forgets all elements and results, and lets everyone go.
    func cancel() {
        let waiters = state.withLock { state in
            state.ledger.cancel()
            return state.dismissAll()
        }
        for waiter in waiters { waiter.resume() }
    }
}
