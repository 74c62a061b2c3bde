/// One operation to measure.
public struct BenchmarkCase: Sendable {
    /// The name on the command line, such as `decode-187`.
    public let name: String
    /// The title in the table.
    public let title: String
    /// The number of purchases that one operation processes, or 0 if that is irrelevant.
    public let purchases: Int
    /// The number of repetitions under a tool that counts instructions, which is fifty times slower than a normal run.
    public let countedRepetitions: Int
    private let preparation: @Sendable (Inputs) throws -> PreparedWork

    /// Creates a case whose operation `prepare` creates.
    public init(
        _ name: String, _ title: String, purchases: Int = 0, counted: Int = 100,
        prepare: @escaping @Sendable (Inputs) throws -> PreparedWork
    ) {
        self.name = name
        self.title = title
        self.purchases = purchases
        countedRepetitions = counted
        preparation = prepare
    }

    /// Creates everything that the operation needs.
    public func prepare(_ inputs: Inputs) throws -> PreparedWork { try preparation(inputs) }
}

/// An operation that is ready to be repeated.
public struct PreparedWork {
    /// The number of bytes that one operation reads.
    public let inputSize: Int
    /// Runs the operation once. Throws if the result is not the expected one.
    public let operation: () throws -> Void

    /// Creates an operation that reads this many bytes.
    public init(inputSize: Int, _ operation: @escaping () throws -> Void) {
        self.inputSize = inputSize
        self.operation = operation
    }
}

/// An unexpected result. A measurement of such an operation would be meaningless.
public struct UnexpectedOutcome: Error, CustomStringConvertible {
    /// The unexpected result.
    public let description: String

    /// Creates the error with a description of the result.
    public init(_ description: String) { self.description = description }
}

/// Keeps the optimizer from removing work whose result is unused.
@inline(never)
public func blackHole<T>(_ value: T) { withExtendedLifetime(value) {} }

/// Formats a number below a million with a comma between thousands, for titles.
public func grouped(_ number: Int) -> String {
    let rest = String(number % 1_000)
    return number < 1_000 ? rest : "\(number / 1_000),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}
