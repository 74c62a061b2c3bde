/// One piece of work that is measured.
public struct BenchmarkCase: Sendable {
    /// How the command line names it, such as `decode-187`.
    public let name: String
    /// How the table names it.
    public let title: String
    /// How many purchases one operation goes through, or 0 where this says nothing.
    public let purchases: Int
    /// How often the work is done under a tool that counts instructions, fifty times slower than without.
    public let countedRepetitions: Int
    private let preparation: @Sendable (Inputs) throws -> PreparedWork

    /// A case whose work `prepare` makes.
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

    /// Makes everything that the work needs.
    public func prepare(_ inputs: Inputs) throws -> PreparedWork { try preparation(inputs) }
}

/// Work that is ready to be done again and again.
public struct PreparedWork {
    /// The bytes that one operation reads.
    public let inputSize: Int
    /// One operation. It throws where the outcome is not the expected one.
    public let operation: () throws -> Void

    /// Work that reads so many bytes.
    public init(inputSize: Int, _ operation: @escaping () throws -> Void) {
        self.inputSize = inputSize
        self.operation = operation
    }
}

/// An outcome that is not the expected one: such a measurement would be of something else.
public struct UnexpectedOutcome: Error, CustomStringConvertible {
    /// What was found instead.
    public let description: String

    /// An outcome in words.
    public init(_ description: String) { self.description = description }
}

/// Keeps the optimiser from leaving out work whose result is unused.
@inline(never)
public func blackHole<T>(_ value: T) { withExtendedLifetime(value) {} }

/// A number below a million with a comma between its thousands, as titles have it.
public func grouped(_ number: Int) -> String {
    let rest = String(number % 1_000)
    return number < 1_000 ? rest : "\(number / 1_000),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}
