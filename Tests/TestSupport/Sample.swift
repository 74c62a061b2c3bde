import Foundation

/// Whether exhaustive tests take all of their inputs: in a release build, and where `RECEIPTKIT_EXHAUSTIVE` is 1, as CI sets it for sanitizers.
/// A debug build takes a sample, so that `swift test` shows every rule once and ends soon.
package let isExhaustive = isReleaseBuild || ProcessInfo.processInfo.environment["RECEIPTKIT_EXHAUSTIVE"] == "1"

/// How often an exhaustive test repeats: `all` times, and `few` times in a sample.
package func repetitions(_ all: Int, sample few: Int) -> Int { isExhaustive ? all : few }

extension Collection {
    /// All elements, or `count` of them, evenly spread and with the first one, where tests take a sample.
    package func sample(_ count: Int) -> [Element] {
        if isExhaustive || self.count <= count { return Array(self) }
        return (0..<count).map { self[index(startIndex, offsetBy: $0 * self.count / count)] }
    }
}
