/// The elements of a source, each changed by a function that runs in several tasks at once.
///
/// One task reads the source, others apply the function, and who iterates takes the results. Between reading and taking, never
/// more than `window` elements exist, whoever is slow: the source waits then. Tasks take several elements at a time where
/// several wait, so that a task's price is paid once for all of them, and one where the source is slow, so that nothing waits
/// for company.
///
/// The tasks live in one task group, which is cancelled when the iterator is dropped or the iterating task is cancelled. Not
/// even the element that is being worked on is waited for then.
package struct ConcurrentMap<Input: Sendable, Output: Sendable>: AsyncSequence, Sendable {
    package typealias Element = Output

    let shape: ConcurrentMapShape
    let source: @Sendable (Inbox) async throws -> Void
    let transform: @Sendable (Int, Input) -> Output

    /// - Parameters:
    ///   - source: reads elements and puts them in; what it throws ends the sequence behind the results of the elements before.
    ///   - transform: makes a result of an element and its position.
    package init(
        _ shape: ConcurrentMapShape, source: @escaping @Sendable (Inbox) async throws -> Void,
        transform: @escaping @Sendable (Int, Input) -> Output
    ) {
        self.shape = shape
        self.source = source
        self.transform = transform
    }

    package func makeAsyncIterator() -> Iterator { Iterator(Run(self)) }

    /// Takes results. A second iterator reads the source a second time.
    package struct Iterator: AsyncIteratorProtocol {
        private let run: Run
        /// The rest of a chunk of results, the next one last.
        private var rest: [Output] = []

        fileprivate init(_ run: Run) { self.run = run }

        /// The next result, or nil at the end.
        ///
        /// - Throws: what the source threw, or `CancellationError`: an end that comes too early never looks like the end.
        package mutating func next() async throws -> Output? { try await next(isolation: nil) }

        /// The same without leaving the caller's actor, which takes as long as to verify a receipt.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws -> Output? {
            if rest.isEmpty {
                rest = try await run.next(isolation: actor)
            } else if Task.isCancelled {
                // Also when these are the last: whoever has not seen them has not seen the end.
                rest = []
                run.abandon()
                throw CancellationError()
            }
            return rest.popLast()
        }
    }
}

/// How a ``ConcurrentMap`` works.
package struct ConcurrentMapShape: Sendable {
    /// Tasks that apply the function, at least 1.
    package let tasks: Int
    /// The most elements that are held, at least one for each task.
    package let window: Int
    /// The most elements that a task takes at once, at least 1.
    package let chunk: Int
    /// Whether results come in the order of the source, or as they are ready.
    package let isOrdered: Bool

    package init(tasks: Int, window: Int, chunk: Int, isOrdered: Bool) {
        self.tasks = Swift.max(1, tasks)
        self.window = Swift.max(self.tasks, window)
        self.chunk = Swift.max(1, chunk)
        self.isOrdered = isOrdered
    }
}

extension ConcurrentMap {
    /// Where the source puts elements.
    package struct Inbox: Sendable {
        fileprivate let desk: ConcurrentMapDesk<Input, Output>

        /// Puts an element in, and waits until there is room for another. False if nobody wants one any more.
        package func put(_ element: Input) async -> Bool { await desk.put(element) }
    }

    /// One iteration. Whoever drops it stops it.
    fileprivate final class Run: Sendable {
        private let map: ConcurrentMap
        private let desk: ConcurrentMapDesk<Input, Output>
        private let task = Locked<Task<Void, Never>?>(nil)

        init(_ map: ConcurrentMap) {
            self.map = map
            desk = ConcurrentMapDesk(map.shape)
        }

        deinit { stop() }

        private func stop() {
            desk.cancel()
            task.withLock { $0 }?.cancel()
        }

        /// Stops, and has nothing more to say: what is thrown for it, the caller throws.
        func abandon() {
            stop()
            _ = desk.collect()
        }

        /// The next chunk of results in reverse, empty at the end.
        func next(isolation actor: isolated (any Actor)?) async throws -> [Output] {
            while true {
                if Task.isCancelled { stop() }
                switch desk.collect() {
                case .outputs(let outputs): return outputs
                case .end: return []
                case .failure(let error): throw error
                case .wait:
                    startIfNeeded()
                    await withTaskCancellationHandler {
                        await desk.waitForOutput(isolation: actor)
                    } onCancel: {
                        stop()
                    }
                }
            }
        }

        private func startIfNeeded() {
            task.withLock { task in
                // The tasks know the desk and not the run, whose end would never come otherwise.
                if task == nil { task = Task { [map, desk] in await map.work(at: desk) } }
            }
        }
    }

    private func work(at desk: ConcurrentMapDesk<Input, Output>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await source(Inbox(desk: desk))
                    desk.endInput(nil)
                } catch { desk.endInput(error) }
            }
            for _ in 0..<shape.tasks {
                group.addTask {
                    while let chunk = await desk.take() {
                        var outputs: [Output] = []
                        outputs.reserveCapacity(chunk.inputs.count)
                        for (offset, input) in chunk.inputs.enumerated() {
                            if Task.isCancelled { return }
                            outputs.append(transform(chunk.first + offset, input))
                        }
                        outputs.reverse()
                        desk.deliver(outputs, chunk: chunk.number)
                    }
                }
            }
        }
    }
}
