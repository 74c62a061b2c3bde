/// Which elements of a ``ConcurrentMap`` are where. A plain value: no locks, no tasks.
///
/// ```
/// released ≤ taken ≤ read ≤ released + window
/// ```
/// Workers take elements in chunks, and their results stay together up to the reader: to hand over sixteen costs as much as to
/// hand over one. Elements lie in a ring of `window` places by their number, results in one by the number of their chunk, or by
/// the order in which the chunks were finished.
struct ConcurrentMapLedger<Input: Sendable, Output: Sendable>: Sendable {
    struct Chunk: Sendable {
        let number: Int
        /// The number of the first element.
        let first: Int
        let inputs: [Input]
    }

    enum Taken: Sendable {
        case chunk(Chunk)
        case wait
        case end
    }

    enum Collected: Sendable {
        case outputs([Output])
        case wait
        case end
        case failure(any Error)
    }

    private let shape: ConcurrentMapShape
    private var inputs: [Input?]
    private var outputs: [[Output]?]
    /// Elements so far: read from the source, taken by workers, and done with by the reader.
    private var read = 0
    private var taken = 0
    private var released = 0
    /// Elements of the chunk that the reader has in hand.
    private var inHand = 0
    /// Chunks so far: taken by workers, finished by workers, collected by the reader.
    private var takenChunks = 0
    private var finishedChunks = 0
    private var collectedChunks = 0
    private var hasEnded = false
    private var isCancelled = false
    /// What is thrown at the end, once.
    private var failure: (any Error)?

    init(_ shape: ConcurrentMapShape) {
        self.shape = shape
        inputs = Array(repeating: nil, count: shape.window)
        outputs = Array(repeating: nil, count: shape.window)
    }

    /// Elements that are held, as such or as results.
    var held: Int { read - released }

    // MARK: The source

    /// Whether another element may be read; nil if there is no room yet, false if none is wanted any more.
    var room: Bool? {
        if isCancelled { return false }
        return held < shape.window ? true : nil
    }

    /// Whether there is so much room again that the source should go on.
    var isRoomWorthWaking: Bool { isCancelled || held <= shape.window / 2 }

    mutating func put(_ input: Input) {
        guard room == true, !hasEnded else { return }
        inputs[read % shape.window] = input
        read += 1
    }

    mutating func endInput(_ error: (any Error)?) {
        if hasEnded || isCancelled { return }
        hasEnded = true
        failure = error
    }

    // MARK: Workers

    var mustWorkersWait: Bool { taken == read && !hasEnded && !isCancelled }

    /// Elements for one worker: its share of what waits, so that all have work to the end.
    mutating func take() -> Taken {
        if mustWorkersWait { return .wait }
        if taken == read || isCancelled { return .end }
        let first = taken
        let count = min(shape.chunk, max(1, (read - taken) / shape.tasks))
        var chunk: [Input] = []
        chunk.reserveCapacity(count)
        while taken < first + count {
            if let input = inputs[taken % shape.window].take() { chunk.append(input) }
            taken += 1
        }
        defer { takenChunks += 1 }
        return .chunk(Chunk(number: takenChunks, first: first, inputs: chunk))
    }

    mutating func deliver(_ results: [Output], chunk number: Int) {
        if isCancelled { return }
        outputs[(shape.isOrdered ? number : finishedChunks) % shape.window] = results
        finishedChunks += 1
    }

    // MARK: The reader

    private var isDone: Bool { hasEnded && taken == read && collectedChunks == takenChunks }

    var mustReaderWait: Bool { outputs[collectedChunks % shape.window] == nil && !isCancelled && !isDone }

    /// The results of the next chunk. The reader is done with those of the one before.
    mutating func collect() -> Collected {
        released += inHand
        inHand = 0
        if let results = outputs[collectedChunks % shape.window].take() {
            collectedChunks += 1
            inHand = results.count
            return .outputs(results)
        }
        if mustReaderWait { return .wait }
        guard let error = failure.take() else { return .end }
        return .failure(error)
    }

    mutating func cancel() {
        if isCancelled { return }
        // What ended by itself stays ended.
        if !isDone { failure = CancellationError() }
        isCancelled = true
        inputs = Array(repeating: nil, count: shape.window)
        outputs = Array(repeating: nil, count: shape.window)
    }
}
