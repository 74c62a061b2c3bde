#if canImport(Darwin) || THREAD_SANITIZER
    import Foundation
#else
    import Synchronization
#endif

/// A value that several threads share, one at a time. `Mutex` needs newer Apple systems than this package does, and on Linux the
/// thread sanitizer does not see that it locks: `.ci/sanitizers` defines `THREAD_SANITIZER`.
package final class Locked<Value: Sendable>: Sendable {
    #if canImport(Darwin) || THREAD_SANITIZER
        private let lock = NSLock()
        // Only read and written while `lock` is held.
        private nonisolated(unsafe) var value: Value

        package init(_ value: Value) { unsafe self.value = value }

        package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
            lock.lock()
            defer { lock.unlock() }
            return unsafe body(&value)
        }
    #else
        private let mutex: Mutex<Value>

        package init(_ value: Value) { mutex = Mutex(value) }

        package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
            mutex.withLock { value in body(&value) }
        }
    #endif
}
