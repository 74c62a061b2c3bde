import Foundation

/// True if exhaustive tests use all of their inputs: in a release build, and if `RECEIPTKIT_EXHAUSTIVE` is 1, as CI
/// sets it for sanitizers. A debug build uses a sample, so that `swift test` tests every rule once and finishes
/// quickly.
package let isExhaustive = isReleaseBuild || ProcessInfo.processInfo.environment["RECEIPTKIT_EXHAUSTIVE"] == "1"

/// Returns the number of repetitions of an exhaustive test: `all`, or `few` in a sample.
package func repetitions(_ all: Int, sample few: Int) -> Int { isExhaustive ? all : few }

extension Collection {
    /// Returns all elements, or in a sample `count` of them, evenly spaced and including the first.
    package func sample(_ count: Int) -> [Element] {
        if isExhaustive || self.count <= count { return Array(self) }
        return (0..<count).map { self[index(startIndex, offsetBy: $0 * self.count / count)] }
    }
}
