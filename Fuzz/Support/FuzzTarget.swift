/// One thing to fuzz: what is done with an input, and what must hold of it.
package protocol FuzzTarget {
    /// Uses the input in every way that is held here, and calls ``require(_:_:)`` for what must be true of the results.
    static func run(_ input: [UInt8])

    /// Makes what costs time once, before the first input is timed.
    static func prepare()

    /// Which syntax an input with this first byte is mostly in. Mutations then change whole elements or values. Nil leaves the mutations
    /// to libFuzzer.
    static func syntax(_ first: UInt8) -> InputSyntax?
}

extension FuzzTarget {
    package static func prepare() {}

    package static func syntax(_ first: UInt8) -> InputSyntax? { nil }
}

/// A syntax that mutations keep to, and where in the input it begins.
package enum InputSyntax {
    case der(from: Int)
    case json(from: Int)
}

/// What must be true, whatever the input. Otherwise a fuzz run stops with a crash and keeps the input, and a replay stops
/// with the input's name.
package func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { failed(message(), file, line) }
}

/// What must not be reached.
package func failed(_ message: String, _ file: StaticString = #fileID, _ line: UInt = #line) -> Never {
    #if FUZZING
        fatalError(message, file: file, line: line)
    #else
        Replay.stop("\(file):\(line): \(message)")
    #endif
}

/// A number that depends on all of an input: for checks that would cost too much on every one.
package func checksum(_ input: [UInt8]) -> Int {
    var sum: UInt32 = 0
    for byte in input { sum = sum &* 31 &+ UInt32(byte) }
    return Int(sum >> 3 & 0xFFFF)
}
