extension BenchmarkCase {
    /// All cases of the library itself.
    public static let all: [BenchmarkCase] =
        DecodingCases.all + VerificationCases.all + JWSCases.all + InputCases.all + OutputCases.all
        + VerifyReceiptCases.all
        + LedgerCases.all
        + HostileCases.comparisons.map(\.hostile) + PhysicalLimitCases.all + RealCases.all
}
