import ReceiptKit

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Applies a function to the elements of a source in several tasks at once, and hands over the results in order.
///
/// Each task reads an element in its turn and applies the function to it, so that what was read stays near the processor that read it.
/// The caller's task hands over the results.
///
/// - Parameters:
///   - tasks: how many tasks apply the function.
///   - window: the most elements between reading and handing over, however slow one of them is.
///   - next: reads the next element; nil is the end. The tasks call it, one after the other.
///   - transform: is given the element's position, from 0, and the element.
///   - handle: takes one result after the other, where the caller runs.
/// - Throws: what `next` throws, behind the results on the elements before; what `handle` throws; or `CancellationError`. When this
///   returns or throws, none of the tasks runs any more.
package nonisolated(nonsending) func mapInOrder<Input, Output: Sendable>(
    tasks: Int, window: Int, next: sending @escaping () async throws -> Input?,
    transform: @escaping @Sendable (Int, Input) -> Output, handle: (Output) async throws -> Void
) async throws {
    let source = SharedSource(room: window, next)
    let (results, report) = AsyncStream.makeStream(of: (place: Int, output: Output)?.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
        // The group waits for its tasks, and they for room or for their turn.
        defer { source.close() }
        for _ in 0..<tasks {
            group.addTask {
                while let (place, input) = await source.next() {
                    #if canImport(ObjectiveC)
                        // A task has no pool of its own, and may go on for hours.
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

/// Hands out the elements of a source to one task after the other, as long as there is room for them.
private final class SharedSource<Input>: @unchecked Sendable {
    private struct State: Sendable {
        var room: Int
        var place = 0
        var isReading = false
        var isOpen = true
        var fault: (any Error)?
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let state: Locked<State>
    /// Belongs to the task whose turn it is.
    private let read: () async throws -> Input?

    /// What ended the reading early.
    var fault: (any Error)? { state.withLock { $0.fault } }

    init(room: Int, _ read: sending @escaping () async throws -> Input?) {
        state = Locked(State(room: room))
        self.read = read
    }

    /// Waits for its turn and for room. Nil at the end, behind a fault, and after ``close()``.
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

    /// Changes the state, and tells the task that waits longest if it may read now, or all that there is nothing more.
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
