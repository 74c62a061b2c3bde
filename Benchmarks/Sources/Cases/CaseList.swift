extension BenchmarkCase {
    /// Every case of the library itself.
    package static let all: [BenchmarkCase] = decoding
}
