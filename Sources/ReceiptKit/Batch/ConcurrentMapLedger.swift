/// Which elements of a ``ConcurrentMap`` are where. A plain value: no locks, no tasks.
///
/// ```
/// collected ≤ taken ≤ read ≤ collected + window
/// ```
/// Elements and results lie in rings of `window` places, by their number modulo `window`: elements by the order in which they
/// were read, results by the same, or by the order in which they were finished.
struct ConcurrentMapLedger<Input: Sendable, Output: Sendable>: Sendable {
    struct Chunk: Sendable {
        let first: Int
        let inputs: [Input]
    }

    enum Taken: Sendable {
        case chunk(Chunk)
        case wait
        case end
    }

    enum Collected: Sendable {
        case output(Output)
        case wait
        case end
        case failure(any Error)
    }

    private let shape: ConcurrentMapShape
    private var inputs: [Input?]
    private var outputs: [Output?]
    /// Elements so far: read from the source, taken by workers, finished by workers, collected by the reader.
    private var read = 0
    private var taken = 0
    private var finished = 0
    private var collected = 0
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
    var held: Int { read - collected }

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
            let place = taken % shape.window
            if let input = inputs[place].take() { chunk.append(input) }
            taken += 1
        }
        return .chunk(Chunk(first: first, inputs: chunk))
    }

    mutating func deliver(_ results: [Output], first: Int) {
        if isCancelled { return }
        for (offset, result) in results.enumerated() {
            let number = shape.isOrdered ? first + offset : finished
            outputs[number % shape.window] = result
            finished += 1
        }
    }

    // MARK: The reader

    var mustReaderWait: Bool {
        outputs[collected % shape.window] == nil && !isCancelled && !(hasEnded && collected == read)
    }

    mutating func collect() -> Collected {
        if let output = outputs[collected % shape.window].take() {
            collected += 1
            return .output(output)
        }
        if mustReaderWait { return .wait }
        guard let error = failure.take() else { return .end }
        return .failure(error)
    }

    mutating func cancel() {
        if isCancelled { return }
        // What ended by itself stays ended.
        if !(hasEnded && collected == read) { failure = CancellationError() }
        isCancelled = true
        inputs = Array(repeating: nil, count: shape.window)
        outputs = Array(repeating: nil, count: shape.window)
    }
}
