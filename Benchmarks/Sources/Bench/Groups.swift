import Baselines
import BenchmarkCases

/// Groups of cases that are timed in turns. Cases that are compared must be in one group.
enum Groups {
    static var all: [[String]] {
        [
            [
                "verify-2", "verify-2-cold", "openssl-verify-2", "verify-2-any-device", "verify-2-sha1", "limit-rsa",
                "limit-certificates", "limit-sha256-2", "read-2", "read-2-base64",
            ],
            ["verify-12", "verify-12-cold", "openssl-verify-12", "limit-sha256-12"],
            [
                "verify-187", "verify-187-cold", "verify-187-sha1", "openssl-verify-187", "limit-sha256-187",
                "limit-sha1-187", "read-187", "read-187-base64",
            ],
            [
                "decode-1", "asn1-decode-1", "asn1-decode-1-formatter", "decode-12", "asn1-decode-12",
                "asn1-decode-12-formatter",
            ],
            [
                "decode-187", "decode-187-13", "asn1-decode-187", "asn1-decode-187-formatter",
                "asn1-decode-187-strategy",
            ],
        ]
            + RealCases.purchaseCounts.map { count in
                [
                    "real-verify-\(count)", "real-verify-\(count)-cold", "openssl-real-verify-\(count)",
                    "real-decode-\(count)", "asn1-real-decode-\(count)",
                ]
            } + [
                ["ledger-187", "ledger-10000", "ask-entitlements", "ask-access", "ask-latest"],
                growth,
                [
                    "verify-transaction", "limit-p256", "verify-transaction-first", "limit-jws-chain",
                    "verify-transaction-kid", "verify-transaction-notification",
                ],
                ["verify-transaction-1mib-items", "verify-transaction-1mib-text"]
                    + jwsList,
                ["verify-2-cold", "verify-2"]
                    + HostileCases.comparisons.filter {
                        !$0.honest.hasSuffix("000") && !jwsList.contains($0.hostile.name)
                    }
                    .map(\.hostile.name),
                ["verify-20000", "decode-20000"]
                    + HostileCases.comparisons.filter { $0.honest.hasSuffix("000") }.map(\.hostile.name),
            ]
    }

    /// The hostile JWS. They are large, and are compared with an honest one of their size.
    private static var jwsList: [String] {
        HostileCases.comparisons.map(\.hostile.name).filter { $0.hasPrefix("hostile-jws") }
    }

    /// The cases that show whether time grows only with the size.
    static let growth = [
        "decode-187", "decode-5000", "decode-20000", "verify-187", "verify-5000", "verify-20000", "asn1-decode-5000",
    ]
}
