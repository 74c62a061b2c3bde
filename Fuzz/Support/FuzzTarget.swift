/// A fuzz target: the operations on an input, and what must be true of the results.
package protocol FuzzTarget {
    /// Processes the input in every way, and calls ``require(_:_:)`` for what must be true of the results.
    static func run(_ input: [UInt8])

    /// Does expensive preparation once, before the first input is timed.
    static func prepare()

    /// Returns the syntax of most inputs with this first byte. Mutations then change whole elements or values of that
    /// syntax. Nil leaves the mutations to libFuzzer.
    static func syntax(_ first: UInt8) -> InputSyntax?
}

extension FuzzTarget {
    package static func prepare() {}

    package static func syntax(_ first: UInt8) -> InputSyntax? { nil }
}

/// A syntax that mutations preserve, and its offset in the input.
package enum InputSyntax {
    case der(from: Int)
    case json(from: Int)
}

/// Checks a condition that must be true for every input. If it is false, a fuzz run crashes and keeps the input, and a
/// replay stops with the input's name.
package func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { failed(message(), file, line) }
}

/// Fails at a point that must not be reached.
package func failed(_ message: String, _ file: StaticString = #fileID, _ line: UInt = #line) -> Never {
    #if FUZZING
        fatalError(message, file: file, line: line)
    #else
        Replay.stop("\(file):\(line): \(message)")
    #endif
}

/// Returns a number that depends on the whole input, for checks that are too expensive to run on every input.
package func checksum(_ input: [UInt8]) -> Int {
    var sum: UInt32 = 0
    for byte in input { sum = sum &* 31 &+ UInt32(byte) }
    return Int(sum >> 3 & 0xFFFF)
}
