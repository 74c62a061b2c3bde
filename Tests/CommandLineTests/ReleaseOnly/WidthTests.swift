import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Values that programs and people search for must be on one line, however wide the terminal is.
@Suite("Width of the output")
struct WidthTests {
    private static let bundleID = "com.example." + String(repeating: "a-long,name.", count: 12)
    private static let product = "com.example." + String(repeating: "annual-plan,", count: 12)
    private static let transaction = String(repeating: "4100", count: 30)
    private static let offer = String(repeating: "offer,", count: 30)

    private static var files: [String: [UInt8]] {
        get throws {
            let purchase = TestPurchase.autoRenewable(
                product, on: .utc(2024, 4, 1), for: .months(1), transactionID: transaction
            ).with { $0.promotionalOfferID = offer }
            let receipt = TestReceipt(bundleIdentifier: bundleID, purchases: [purchase])
            return [
                "x": try TestAuthority.standard.sign(receipt), "root.cer": try Fixtures.file("root.cer"),
                "t": Array(
                    try TestAuthority.standard.sign(
                        TestTransaction(.exampleSubscription, bundleIdentifier: bundleID)
                    ).utf8),
            ]
        }
    }

    private static let policy = ["--bundle-id", bundleID, "--any-device", "--trust-root", "root.cer"]

    static let commands: [(arguments: [String], values: [String])] = [
        (["inspect", "x"], [bundleID, product, transaction, offer]),
        (["verify", "x"] + policy, [bundleID, product, transaction, offer]),
        (["ledger", "x", "--as-of", "2024-04-02"] + policy, [bundleID, product, transaction, offer]),
        (["inspect", "t"], [bundleID]),
    ]

    @Test("No value is wrapped: in a pipe, at 80 columns, at 200", arguments: commands, ["", "80", "200"])
    func values(_ command: (arguments: [String], values: [String]), _ columns: String) throws {
        let result = try Receipt.run(command.arguments, files: Self.files, environment: ["COLUMNS": columns])
        #expect(result.status == 0, "\(result.text)")
        for value in command.values { #expect(result.lines.contains { $0.contains(value) }, "\(result.text)") }
    }

    // Use script from util-linux to give the command a terminal. Its options differ on other systems.
    #if os(Linux)
        @Test(
            "Nor on a terminal", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
            arguments: commands, [80, 200])
        func terminal(_ command: (arguments: [String], values: [String]), _ columns: Int) throws {
            let words = ([Receipt.executable.path] + command.arguments).map { "'\($0)'" }.joined(separator: " ")
            let result = try Program.run(
                URL(fileURLWithPath: "/usr/bin/script"), ["-qec", "stty cols \(columns); \(words)", "/dev/null"],
                files: Self.files, environment: ["NO_COLOR": "1", "COLUMNS": ""])
            #expect(result.status == 0, "\(result.text)")
            for value in command.values { #expect(result.text.contains(value), "\(result.text)") }
            // Output that can have any width fills the terminal.
            if command.arguments.first == "ledger" {
                let rule = result.text.split(whereSeparator: \.isWhitespace).map {
                    $0.filter { "─┬".contains($0) }.count
                }
                #expect(rule.max() == min(160, columns) - 4)
            }
        }
    #endif

    private static let other = "com.example." + String(repeating: "a", count: 40)

    @Test(
        "Sentences are wrapped at spaces, and not in a pipe",
        arguments: [
            ("", ["  message     The evidence is for bundle identifier \"com.example.app\", expected \"\(other)\"."]),
            (
                "80",
                [
                    "  message     The evidence is for bundle identifier \"com.example.app\", expected",
                    "              \"\(other)\".",
                ]
            ),
        ])
    func sentences(_ columns: String, _ expected: [String]) throws {
        let policy = ["--bundle-id", Self.other, "--any-device", "--trust-root", "root.cer"]
        let result = try Receipt.run(
            ["verify", "x"] + policy, files: ["x": InputTests.trial, "root.cer": try Fixtures.file("root.cer")],
            environment: ["COLUMNS": columns])
        #expect(result.status == 1)
        #expect(Array(result.lines.dropFirst(2).prefix(expected.count)) == expected)
    }

    @Test("80 columns change only the wrapping of sentences", arguments: Fixtures.entries.sample(5))
    func onlyBreaks(_ entry: Fixtures.Entry) throws {
        let policy = [
            "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--at", "2024-05-02",
        ]
        let files = ["x": entry.bytes, "root.cer": try Fixtures.file("root.cer")]
        for arguments in [
            ["inspect", "x"], ["verify", "x"] + policy, ["ledger", "x", "--as-of", "2024-05-02"] + policy,
        ] {
            let words = try ["", "80"].map { columns in
                try Receipt.run(arguments, files: files, environment: ["COLUMNS": columns]).text
                    .split(whereSeparator: \.isWhitespace)
            }
            #expect(words[0] == words[1])
        }
    }
}
