import ReceiptKit

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Applies a function to the elements of a source in several concurrent tasks, and delivers the results in order.
///
/// Tasks take turns to read an element, and each applies the function to the element that it read, so that the data stays in the cache of
/// the processor that read it. The caller's task receives the results.
///
/// - Parameters:
///   - tasks: The number of tasks that apply the function.
///   - window: The maximum number of elements that were read but not yet delivered, however slow one of them is.
///   - next: Reads the next element, or returns nil at the end. Called by the tasks, one at a time.
///   - transform: Called with the element's position, from 0, and the element.
///   - handle: Receives one result after another, in the caller's isolation.
/// - Throws: The error that `next` throws, after the results for the elements before it; the error that `handle`
///   throws; or `CancellationError`. When this returns or throws, none of the tasks is still running.
package nonisolated(nonsending) func mapInOrder<Input, Output: Sendable>(
    tasks: Int, window: Int, next: sending @escaping () async throws -> Input?,
    transform: @escaping @Sendable (Int, Input) -> Output, handle: (Output) async throws -> Void
) async throws {
    let source = InputQueue(room: window, next)
    let (results, report) = AsyncStream.makeStream(of: (place: Int, output: Output)?.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
        // Wake the tasks that wait for room or for their turn, so that the group can end.
        defer { source.close() }
        for _ in 0..<tasks {
            group.addTask {
                while let (place, input) = await source.next() {
                    #if canImport(ObjectiveC)
                        // A long-running task has no autorelease pool of its own.
                        report.yield((place, autoreleasepool { transform(place, input) }))
                    #else
                        report.yield((place, transform(place, input)))
                    #endif
                }
                report.yield(nil)
            }
        }
        var (early, handled, running): ([Int: Output], Int, Int) = ([:], 0, tasks)
        for await result in results {
            if let result { early[result.place] = result.output } else { running -= 1 }
            while let output = early.removeValue(forKey: handled) {
                try Task.checkCancellation()
                try await handle(output)
                handled += 1
                source.makeRoom()
            }
            if running == 0 { break }
        }
        try Task.checkCancellation()
        if let fault = source.fault { throw fault }
    }
}

/// Gives the elements of a source to one task after another, as long as there is room for them.
private final class InputQueue<Input>: @unchecked Sendable {
    private struct State: Sendable {
        var room: Int
        var place = 0
        var isReading = false
        var isOpen = true
        var fault: (any Error)?
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let state: Locked<State>
    /// Used only by the task whose turn it is.
    private let read: () async throws -> Input?

    /// The error that ended reading early.
    var fault: (any Error)? { state.withLock { $0.fault } }

    init(room: Int, _ read: sending @escaping () async throws -> Input?) {
        state = Locked(State(room: room))
        self.read = read
    }

    /// Waits for its turn and for room. Returns nil at the end, after an error, and after ``close()``.
    func next() async -> (place: Int, input: Input)? {
        guard await withCheckedContinuation({ turn in update { $0.waiting.append(turn) } }) else { return nil }
        let place = state.withLock { $0.place }
        var (input, fault): (Input?, (any Error)?)
        do { input = Task.isCancelled ? nil : try await read() } catch { fault = error }
        let isEnd = input == nil
        update { state in
            (state.place, state.isReading) = (place + 1, false)
            if isEnd { (state.isOpen, state.fault) = (false, fault) }
        }
        return input.map { (place, $0) }
    }

    func makeRoom() { update { $0.room += 1 } }

    func close() { update { $0.isOpen = false } }

    /// Changes the state. Then wakes the longest-waiting task if it may read now, or all tasks if there is nothing more
    /// to read.
    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            while !state.waiting.isEmpty, !state.isOpen || (!state.isReading && state.room > 0) {
                if state.isOpen { (state.isReading, state.room) = (true, state.room - 1) }
                state.waiting.removeFirst().resume(returning: state.isOpen)
            }
        }
    }
}
