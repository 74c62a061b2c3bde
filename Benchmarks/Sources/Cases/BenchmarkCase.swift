/// One piece of work that is measured.
package struct BenchmarkCase: Sendable {
    /// The work, ready to be done again and again. It throws where the outcome is not the expected one.
    package typealias Work = () throws -> Void

    /// How the command line names it, such as `decode-187`.
    package let name: String
    /// How the table names it.
    package let title: String
    /// How many purchases one operation goes through, or 0 where this says nothing.
    package let purchases: Int
    private let preparation: @Sendable (Inputs) throws -> Work

    package init(
        _ name: String, _ title: String, purchases: Int = 0,
        prepare: @escaping @Sendable (Inputs) throws -> Work
    ) {
        self.name = name
        self.title = title
        self.purchases = purchases
        preparation = prepare
    }

    /// Makes everything that the work needs, does it once, and returns it.
    package func prepare(_ inputs: Inputs) throws -> Work {
        let work = try preparation(inputs)
        try work()
        return work
    }
}

/// An outcome that is not the expected one: such a measurement would be of something else.
package struct UnexpectedOutcome: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Keeps the optimiser from leaving out work whose result nobody needs.
@inline(never)
package func blackHole<T>(_ value: T) { withExtendedLifetime(value) {} }
