import Dispatch
import ReceiptKit

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Threads of which each reads a block of lines, answers it, and writes it when all before it are written.
///
/// So the lines stay where they are, in the memory that is near the processor that reads them, and no thread waits for another
/// but for its turn to read or to write. Threads, and not tasks: reading blocks, and on a machine with one processor it would block
/// the only thread that tasks have.
final class BlockWorkers<State: Sendable, Output: Sendable>: Sendable {
    private struct Source: Sendable {
        var reader: LineReader
        var blocks = 0
        var fault: UnreadableFile?

        mutating func next() -> (place: Int, block: LineBlock)? {
            guard fault == nil else { return nil }
            do throws(UnreadableFile) {
                guard let block = try reader.next() else { return nil }
                defer { blocks += 1 }
                return (blocks, block)
            } catch {
                fault = error
                return nil
            }
        }
    }

    private struct Sink: Sendable {
        var state: State
        /// What was answered before its turn, by the place of the block.
        var early: [Int: Output] = [:]
        var written = 0
    }

    private let threads: Int
    private let source: Locked<Source>
    private let sink: Locked<Sink>
    private let answer: @Sendable (LineBlock) -> Output
    private let write: @Sendable (inout State, Output) -> Void
    /// One for each block that may be between reading and writing, however slow one of them is.
    private let room: DispatchSemaphore

    init(
        _ reader: LineReader, threads: Int, state: State, answer: @escaping @Sendable (LineBlock) -> Output,
        write: @escaping @Sendable (inout State, Output) -> Void
    ) {
        self.threads = threads
        (source, sink) = (Locked(Source(reader: reader)), Locked(Sink(state: state)))
        (self.answer, self.write) = (answer, write)
        room = DispatchSemaphore(value: 3 * threads)
    }

    /// Answers everything, and returns what `write` has left.
    ///
    /// - Throws: why the input could not be read any further, behind the answers to what was before.
    func run() async throws(UnreadableFile) -> State {
        Self.keepFreedMemory()
        await withCheckedContinuation { done in
            let group = DispatchGroup()
            // A queue for each, which is what makes a thread of it.
            for _ in 0..<threads { DispatchQueue(label: "batch").async(group: group) { self.work() } }
            group.notify(queue: .global()) { done.resume() }
        }
        if let fault = source.withLock(\.fault) { throw fault }
        return sink.withLock(\.state)
    }

    /// The C library of Linux gives what a thread frees back to the system, page by page, and asks for it again with the next
    /// block. It keeps as much as was once freed in one piece: so one large piece, of which no page is ever touched, is freed first.
    private static func keepFreedMemory() { _ = [UInt8](capacity: 16 << 20) { _ in } }

    private func work() {
        while true {
            room.wait()
            guard let (place, block) = source.withLock({ source in source.next() }) else { break }
            #if canImport(ObjectiveC)
                // The queue's own pool is emptied when the work is over, which is at the end of the batch.
                let output = autoreleasepool { answer(block) }
            #else
                let output = answer(block)
            #endif
            sink.withLock { sink in
                sink.early[place] = output
                while let next = sink.early.removeValue(forKey: sink.written) {
                    write(&sink.state, next)
                    sink.written += 1
                    room.signal()
                }
            }
        }
        room.signal()
    }
}
