import Foundation
import Testing
import receipt

/// Tests the bookkeeping alone, with the smallest window and unusual shapes: the rules must hold for any order of the
/// tasks.
@Suite("Mapping in order", .serialized)
struct MapInOrderTests {
    @Test(
        "gives every result once, in order, and never holds more than there is room for",
        arguments: [(1, 1), (1, 5), (2, 1), (2, 2), (3, 10), (4, 64)])
    func random(_ tasks: Int, _ window: Int) async throws {
        for total in [0, 1, window, 3 * window + 1, 500] {
            let source = CountedSource(end: total)
            var results: [Int] = []
            var numbers = source.makeAsyncIterator()
            try await mapInOrder(tasks: tasks, window: window) {
                await numbers.next()
            } transform: { index, number in
                if Int.random(in: 0..<8) == 0 { Thread.sleep(forTimeInterval: 0.0001) }
                return index == number ? number * 10 : -1
            } handle: { result in
                if Int.random(in: 0..<8) == 0 { await Task.yield() }
                results.append(result)
                #expect(source.counter.count <= results.count + window)
            }
            #expect(results == (0..<total).map { $0 * 10 })
        }
    }
}
