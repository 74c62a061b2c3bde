import BenchmarkCases

/// One of the design's performance promises, and this run's result for it.
struct Budget {
    let work: String
    let promise: String
    let measured: String
    let isMet: Bool
    /// The reason why it isn't met, if this machine itself makes that impossible.
    var excuse: String?

    var verdict: String { isMet ? "met" : excuse.map { "**over**: \($0)" } ?? "**over**" }

    /// Returns nothing if the case was not measured.
    private static func atMost(
        _ limit: Double, _ work: String, _ value: Double?, promise: String, note: String? = nil,
        _ format: (Double) -> String
    ) -> [Budget] {
        guard let value else { return [] }
        let text = format(value) + (note.map { " (\($0))" } ?? "")
        return [Budget(work: work, promise: promise, measured: text, isMet: value <= limit)]
    }

    private static func atLeast(
        _ limit: Double, _ work: String, _ value: Double?, promise: String, note: String? = nil,
        _ format: (Double) -> String
    ) -> [Budget] {
        guard let value else { return [] }
        let text = format(value) + (note.map { " (\($0))" } ?? "")
        return [Budget(work: work, promise: promise, measured: text, isMet: value >= limit)]
    }

    static func all(_ run: Measurements) -> [Budget] {
        decoding(run) + verifying(run) + jwsList(run) + growing(run) + hostile(run)
            + run.twoThreads.flatMap(twoThreads)
    }

    private static func twoThreads(_ result: Cores.Result) -> [Budget] {
        let machine = "RSA and SHA-256 alone \(Text.times(result.machine))"
        return atLeast(
            1.9, "two threads, \(result.title)", result.ratio, promise: "≥ 1.9 × one",
            note: "with a verifier each \(Text.times(result.apart)), \(machine)", Text.times
        ).map {
            var budget = $0
            if result.machine < 1.9 { budget.excuse = "so is \(machine)" }
            return budget
        }
    }

    private static func decoding(_ run: Measurements) -> [Budget] {
        func perPurchase(_ name: String, _ purchases: Int) -> Double? {
            run.median(name).map { $0 / Double(purchases) }
        }
        return atMost(
            700, "decode one purchase of 20 attributes, of 187", perPurchase("decode-187", 187), promise: "≤ 0.7 µs",
            Text.time)
            + atMost(
                700, "decode one purchase of a real receipt, of 187", perPurchase("real-decode-187", 187),
                promise: "≤ 0.7 µs", Text.time)
            + atMost(
                500, "decode one purchase of 13 attributes, of 187", perPurchase("decode-187-13", 187),
                promise: "≤ 0.5 µs", Text.time)
            + atLeast(
                20, "decode against swift-asn1, dates left as text", run.ratio("asn1-decode-187", to: "decode-187"),
                promise: "≥ 20 ×", Text.times)
            + atLeast(
                20, "decode against swift-asn1, dates left as text, real receipt",
                run.ratio("asn1-real-decode-187", to: "real-decode-187"), promise: "≥ 20 ×", Text.times)
    }

    private static func verifying(_ run: Measurements) -> [Budget] {
        let rsa = run.median("limit-rsa").map { "RSA alone \(Text.time($0))" }
        let chain = run.median("limit-certificates").map { "three RSA checks alone \(Text.time($0))" }
        return ["", "real-"].flatMap { origin -> [Budget] in
            let kind = origin.isEmpty ? "" : ", real receipt"
            return atMost(
                1.6, "verify, 2 purchases, warm\(kind)", run.ratio("\(origin)verify-2", to: "limit-rsa"),
                promise: "≤ 1.6 × RSA alone", note: rsa, Text.times)
                + atLeast(
                    13, "the same against OpenSSL\(kind)",
                    run.ratio("openssl-\(origin)verify-2", to: "\(origin)verify-2"), promise: "≥ 13 ×", Text.times)
                + atMost(
                    250_000, "verify, 2 purchases, cold\(kind)", run.median("\(origin)verify-2-cold"),
                    promise: "≤ 250 µs", note: chain, Text.time)
                + atMost(
                    200_000, "verify, 187 purchases, warm\(kind)", run.median("\(origin)verify-187"),
                    promise: "≤ 200 µs", Text.time)
        }
    }

    private static func jwsList(_ run: Measurements) -> [Budget] {
        func times(_ work: String, _ name: String, _ limit: Double, of bare: String, _ title: String) -> [Budget] {
            atMost(
                limit, work, run.ratio(name, to: bare), promise: "≤ \(limit) × \(title)",
                note: [name, bare].compactMap { run.median($0).map(Text.time) }.joined(separator: " against "),
                Text.times)
        }
        let bare = "P-256 with SHA-256 alone"
        return times("verify, a signed transaction, warm", "verify-transaction", 1.3, of: "limit-p256", bare)
            + times(
                "verify, a signed transaction, first", "verify-transaction-first", 1.3, of: "limit-jws-chain",
                "P-256 and two P-384 checks alone")
            + times("verify, a signed transaction, another kid", "verify-transaction-kid", 2, of: "limit-p256", bare)
            + ["items", "text"].flatMap { shape in
                atMost(
                    5, "verify, a transaction of 1 MiB, \(shape): peak memory, the input included",
                    run.counts["verify-transaction-1mib-\(shape)"]?.memoryFactor, promise: "≤ 5 × the input", Text.times
                )
            }
    }

    private static func growing(_ run: Measurements) -> [Budget] {
        func growth(_ work: String) -> Double? {
            run.ratio("\(work)-20000", to: "\(work)-187").map { $0 * 187 / 20_000 }
        }
        return ["decode", "verify"].flatMap { work in
            atMost(
                1.25, "\(work): time per purchase, 20,000 against 187", growth(work), promise: "linear", Text.times)
                + [5_000, 20_000].flatMap { count in
                    atMost(
                        4, "\(work), \(grouped(count)) purchases: peak memory, the input included",
                        run.counts["\(work)-\(count)"]?.memoryFactor, promise: "≤ 4 × the input", Text.times)
                }
        }
    }

    private static func hostile(_ run: Measurements) -> [Budget] {
        HostileCases.comparisons.flatMap { comparison in
            // For JWS, parsing the JSON dominates.
            let limit: Double = comparison.hostile.name.hasPrefix("hostile-jws") ? 4 : 2
            return atMost(
                limit, comparison.hostile.title, perOctet(comparison, run), promise: "≤ \(Int(limit)) × honest",
                Text.times)
        }
    }

    /// Returns how much longer a hostile input takes than its honest counterpart, scaled to the hostile input's size.
    /// Small inputs are compared without scaling.
    static func perOctet(_ comparison: HostileCases.Comparison, _ run: Measurements) -> Double? {
        guard let ratio = run.ratio(comparison.hostile.name, to: comparison.honest) else { return nil }
        guard comparison.honest.hasSuffix("000"), let hostile = run.inputSize(comparison.hostile.name),
            let honest = run.inputSize(comparison.honest), hostile > 0
        else { return ratio }
        return ratio * Double(honest) / Double(hostile)
    }
}
