#if canImport(Darwin) || THREAD_SANITIZER
    import Foundation
#else
    import Synchronization
#endif

/// A value that several threads share, protected by a lock. On Apple platforms, `Mutex` requires newer systems than this package does. On
/// Linux, the thread sanitizer doesn't detect that `Mutex` locks, so `.ci/sanitizers` defines `THREAD_SANITIZER`.
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
