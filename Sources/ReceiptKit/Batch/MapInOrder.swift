/// Applies a function to the elements of a source in several tasks at once, and hands over the results in order.
///
/// One task reads, `tasks` apply the function, and the caller's alone keeps the books: it hears what was read and done, sends out
/// work, and grants room for as many elements as it has handed over. So there are never more than `window` between reading and
/// handing over, whoever is slow. A task gets up to `chunk` elements where many wait, so that switching tasks is paid once for
/// all, and one where the source is slow, so that none waits for company.
///
/// - Throws: what `elements` throws, behind the results on those before; what `handle` throws; or `CancellationError`.
package nonisolated(nonsending) func mapInOrder<Elements: AsyncSequence & Sendable, Output: Sendable>(
    _ elements: Elements, tasks: Int, window: Int, chunk: Int,
    transform: @escaping @Sendable (Int, Elements.Element) -> Output, handle: (Output) async throws -> Void
) async throws where Elements.Element: Sendable {
    try await withThrowingTaskGroup(of: Void.self) { group in
        let (events, report) = AsyncStream.makeStream(of: MapEvent<Output>.self)
        let (rooms, room) = AsyncStream.makeStream(of: Int.self)
        let inbox = Locked<[Elements.Element]>([])
        room.yield(window)
        group.addTask {
            do {
                var iterator = elements.makeAsyncIterator()
                reading: for await count in rooms {
                    for _ in 0..<count {
                        guard !Task.isCancelled, let element = try await iterator.next() else { break reading }
                        let isFirst = inbox.withLock { inbox in
                            inbox.append(element)
                            return inbox.count == 1
                        }
                        // Who hears of the first finds the others there too.
                        if isFirst { report.yield(.read) }
                    }
                }
                report.yield(.end(.success(())))
            } catch { report.yield(.end(.failure(error))) }
        }
        let workers = (0..<tasks).map { worker in
            let (work, send) = AsyncStream.makeStream(of: (first: Int, inputs: [Elements.Element]).self)
            group.addTask {
                for await (first, inputs) in work {
                    var outputs: [Output] = []
                    for input in inputs where !Task.isCancelled {
                        outputs.append(transform(first + outputs.count, input))
                    }
                    report.yield(.done(worker: worker, first: first, outputs))
                }
            }
            return send
        }
        // Each worker twice: while one chunk's results are handed over it has another to go on with.
        var free = Array(0..<tasks) + Array(0..<tasks)
        var (waiting, sent): ([Elements.Element], Int) = ([], 0)
        var (done, handled): ([Int: [Output]], Int) = ([:], 0)
        var end: Result<Void, any Error>?
        for await event in events {
            // Before an end is believed, too: a source that is cancelled may just stop.
            try Task.checkCancellation()
            switch event {
            case .read:
                waiting += inbox.withLock { inbox in
                    defer { inbox = [] }
                    return inbox
                }
            case .end(let result): end = result
            case .done(let worker, let first, let outputs):
                free.append(worker)
                done[first] = outputs
            }
            while !waiting.isEmpty, !free.isEmpty {
                let inputs = Array(waiting.prefix(min(chunk, max(1, waiting.count / tasks))))
                workers[free.removeFirst()].yield((sent, inputs))
                waiting.removeFirst(inputs.count)
                sent += inputs.count
            }
            while let outputs = done.removeValue(forKey: handled) {
                for output in outputs {
                    try Task.checkCancellation()
                    try await handle(output)
                }
                handled += outputs.count
                room.yield(outputs.count)
            }
            if let end, waiting.isEmpty, handled == sent {
                group.cancelAll()
                return try end.get()
            }
        }
        throw CancellationError()
    }
}

/// What the caller's task hears.
private enum MapEvent<Output: Sendable>: Sendable {
    case read
    /// The source has no more, or threw.
    case end(Result<Void, any Error>)
    /// A worker has the results on the elements from `first` on.
    case done(worker: Int, first: Int, [Output])
}
