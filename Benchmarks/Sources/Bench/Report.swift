import Baselines
import BenchmarkCases
import Foundation

/// The tables as Markdown.
struct Report {
    let run: Measurements
    let cases: [BenchmarkCase]

    var text: String {
        let budgets = Budget.all(run).map { [$0.work, $0.promise, $0.measured, $0.verdict] }
        let columns = [
            "work", "median", "fastest", "per purchase", "against", "instructions", "allocations", "peak memory",
        ]
        let parts = [
            table("Budgets", ["work", "budget", "measured", "verdict"], budgets),
            table("Derived", ["work", "figure"], derived),
            table("All cases", columns, cases.compactMap(row)),
        ]
        return parts.joined(separator: "\n\n")
    }

    private func table(_ title: String, _ columns: [String], _ rows: [[String]]) -> String {
        let rule = columns.map { _ in "---" }
        let lines = ([columns, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
        return "### \(title)\n\n" + lines.joined(separator: "\n")
    }

    private var derived: [[String]] {
        var rows: [[String]] = []
        if let time = run.difference("verify-2", "verify-2-any-device") {
            rows.append(["device hash", Text.time(time)])
        }
        for count in [2, 187] {
            guard let time = run.difference("read-\(count)-base64", "read-\(count)"), time > 0,
                let size = run.inputSize("read-\(count)-base64")
            else { continue }
            let rate = Double(size) / time * 1e3
            rows.append([
                "base64, \(Text.size(size)) of text", "\(Text.time(time)), \(Text.number(Int(rate))) MB/s of text",
            ])
        }
        for (work, limit, digest) in [
            ("verify-2", "limit-sha256-2", "SHA-256"), ("verify-187", "limit-sha256-187", "SHA-256"),
            ("verify-187-sha1", "limit-sha1-187", "SHA-1"),
        ] {
            guard let rsa = run.median("limit-rsa"), let hash = run.median(limit), let whole = run.median(work) else {
                continue
            }
            rows.append([
                "`\(work)`: beyond RSA and \(digest) alone, \(Text.time(rsa)) + \(Text.time(hash))",
                "\(Text.time(whole - rsa - hash)) of \(Text.time(whole))",
            ])
        }
        for work in ["decode", "verify"] {
            let figures = [187, 5_000, 20_000].compactMap { count in
                run.median("\(work)-\(count)").map { "\(Text.number(count)): \(Text.time($0 / Double(count)))" }
            }
            rows.append(["\(work), time per purchase", figures.joined(separator: ", ")])
        }
        return rows
    }

    private func row(_ benchmark: BenchmarkCase) -> [String]? {
        let name = benchmark.name
        guard let median = run.median(name), let fastest = run.fastest(name) else { return nil }
        let counts = run.counts[name]
        let perPurchase = benchmark.purchases > 2 ? Text.time(median / Double(benchmark.purchases)) : ""
        return [
            benchmark.title, Text.time(median), Text.time(fastest), perPurchase, against(benchmark),
            counts?.instructions.map(Text.number) ?? "", counts?.allocations.map(Text.number) ?? "",
            counts?.peak.map(Text.size) ?? "",
        ]
    }

    /// Returns the case that this one is compared with, and the ratio.
    private func against(_ benchmark: BenchmarkCase) -> String {
        let name = benchmark.name
        if let comparison = HostileCases.comparisons.first(where: { $0.hostile.name == name }) {
            return Budget.perOctet(comparison, run).map { "\(Text.times($0)) honest" } ?? ""
        }
        let plain = name.replacing("-cold", with: "")
        if let ratio = run.ratio("openssl-\(plain)", to: name) { return "OpenSSL \(Text.times(ratio))" }
        let peers = [("", ""), ("-formatter", " with dates")].compactMap { suffix, title in
            run.ratio("asn1-\(name)\(suffix)", to: name).map { "swift-asn1\(title) \(Text.times($0))" }
        }
        return peers.joined(separator: ", ")
    }
}
