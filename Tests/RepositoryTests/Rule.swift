import Foundation
import Testing

/// A pattern that lines of code in some folders must not match, except in the allowed files.
struct Rule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pattern: String
    let places: [String]
    /// Examples of violations, as the formatter would lay them out.
    let planted: [String]
    let allowed: [String]

    init(_ name: String, _ pattern: String, _ places: [String], _ planted: [String], allowed: [String] = []) {
        (testDescription, self.pattern, self.places, self.planted, self.allowed) = (
            name, pattern, places, planted, allowed
        )
    }

    /// Returns the lines of a text that violate the rule. Comments are ignored.
    func violations(in text: String) throws -> Set<String> {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let whole = text as NSString
        let lines = expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
            whole.substring(with: whole.lineRange(for: NSRange(location: $0.range.location, length: 0)))
        }
        return Set(lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") })
    }

    static let libraries = [
        "Sources/ReceiptFields", "Sources/ReceiptKit", "Sources/AppleVerifyReceipt", "Sources/ReceiptReports",
        "Bindings/C",
    ]
    private static let here = "Tests/RepositoryTests/Rule.swift"
    private static func imports(_ modules: String) -> String {
        #"^[ \t]*(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|fileprivate|private) )?import .*(?:\#(modules))"#
    }

    /// The names of the types that only this package can use. The command line may use some that don't involve
    /// receipts, and all of ReceiptReports, which is the output that it shares with the server.
    private static var packageTypes: String {
        get throws {
            let declaration =
                #"^package (?:final |indirect )*(?:struct|enum|class|actor|protocol|typealias) (?!(?:SafeText|CertificateSummary|Timestamp|CivilCalendar|LosAngeles|WhiteSpace|Price|JSON\w+|EvidenceBody|Locked|UnverifiedTransactionReceipt|EvidenceMember|VerifiedPieces|MergedLedger|LedgerJSON|AccessWords|CodedError|ErrorCode)\b)(\w+)"#
            let hidden = libraries.filter { $0 != "Sources/ReceiptReports" }
            return try Repository.files(hidden, ".swift").flatMap { file in
                try Repository.matches(declaration, in: Repository.text(file)).map { $0[1] }
            }.joined(separator: "|")
        }
    }

    static var all: [Rule] {
        get throws {
            [
                Rule(
                    "A hidden clock", #"Date\(\)|Date\.now|\.now\b"#, libraries + ["Sources/ReceiptKitTesting"],
                    ["let now = Date()", "let now = Date.now", "let now: Date = .now"]),
                Rule(
                    "A formatter or a locale", #"DateFormatter|ISO8601|Calendar\.current|\bLocale|TimeZone\.current"#,
                    libraries,
                    [
                        "let formatter = ISO8601DateFormatter()", "let formatter = DateFormatter()",
                        "let zone = TimeZone.current", "let calendar = Calendar.current",
                        #"let locale = Locale(identifier: "en")"#,
                    ]),
                Rule(
                    "The environment, files or the network", "ProcessInfo|getenv|URLSession|FileManager|FileHandle",
                    libraries,
                    [
                        "let home = ProcessInfo.processInfo.environment", #"let home = getenv("HOME")"#,
                        "let session = URLSession.shared", "let files = FileManager.default",
                        "let file = FileHandle.standardError",
                    ]),
                Rule(
                    "A server that asks another one, or writes a file",
                    #"URLSession|HTTPClient|ClientBootstrap|createFile|\.write\(to"#, ["Server/Sources"],
                    [
                        "let session = URLSession.shared", "let client = HTTPClient.shared",
                        "let client = ClientBootstrap(group: group)", "FileManager.default.createFile(atPath: path)",
                        "try data.write(to: file)",
                    ]),
                Rule(
                    "Another number of event loops than that of the processors",
                    "EventLoopGroup\\(|eventLoopGroupProvider", ["Server/Sources"],
                    [
                        "let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)",
                        "logger: logger, eventLoopGroupProvider: .shared(group))",
                    ]),
                // The compiler rejects other variables that are global or static.
                Rule(
                    "Global state",
                    #"nonisolated\(unsafe\) (?:static )?var|@TaskLocal|(?:^(?:\w+ )*|static )let .*(?:Locked|Mutex|Atomic)\b"#,
                    libraries,
                    [
                        "nonisolated(unsafe) var count = 0", "nonisolated(unsafe) static var count = 0",
                        "@TaskLocal static var now = 0", "static let count = Locked(0)", "public let count = Locked(0)",
                        "let count: Mutex<Int> = Mutex(0)", "static let count = Atomic(0)",
                    ], allowed: ["Sources/ReceiptKit/Support/Locked.swift"]),
                Rule(
                    "A trap, or malformed turned into absent",
                    #"try!|try\?|fatalError\(|precondition(?:Failure)?\(|assert(?:ionFailure)?\(|as!|unsafelyUnwrapped|[\w)\]]!(?![=\w])"#,
                    libraries + ["Sources/receipt"],
                    [
                        "let x = try! read()", "let x = try? read()", #"fatalError("x")"#, "precondition(isGood)",
                        "preconditionFailure()", "assert(isGood)", "assertionFailure()", "let x = y as! Int",
                        "let x = y.unsafelyUnwrapped", "let x = y!", "let x = bytes.first!.description",
                        "let x = f()!", "let x = y[0]!",
                    ]),
                Rule(
                    "Another answer where Int has 32 bits, as on watchOS",
                    #"\bInt\.(?:max|min)\b|[sS]econds[A-Za-z0-9]*: Int\b|\bInt\((?:seconds|interval|bounded)"#,
                    libraries + ["Sources/ReceiptKitTesting"],
                    [
                        "let end = Int.max", "let first = Int.min", "let seconds: Int = 0",
                        "var secondsSince1970: Int", "let whole = Int(seconds)", "let whole = Int(interval / 60)",
                        "let whole = Int(bounded)",
                    ]),
                Rule(
                    "The test kit shares no code with what it tests",
                    imports("SwiftASN1|X509|ReceiptKit|ReceiptFields"), ["Sources/ReceiptKitTesting"],
                    [
                        "import ReceiptKit", "public import ReceiptFields", "internal import X509",
                        "private import SwiftASN1", "import struct ReceiptFields.AppReceipt",
                    ]),
                Rule(
                    "The fields need no cryptography", imports("Crypto|SwiftASN1|X509"), ["Sources/ReceiptFields"],
                    ["import Crypto", "internal import CryptoExtras", "package import SwiftASN1"]),
                Rule(
                    "The command line reads receipts with what every user has",
                    #"\b(?:\#(try packageTypes))\b|\b(?:FormatError|ReceiptAttribute)(?:\.init)?\(|\bspent:"#,
                    ["Sources/receipt"],
                    [
                        "let field = Field.receipt.first", "var reader = DERReader(bytes.span, limits: limits)",
                        "var container = UnverifiedSignedData()", "let raw: RawAttribute? = nil",
                        "if let reason = InputFormat.detect(bytes) {}", "let outline: CertificateOutline? = nil",
                        "let bytes = try Base64.decode(text, maximumInputSize: 1)",
                        "let root = AppleRootCertificate.bytes", "throw FormatError(.emptyInput, offset: 0)",
                        "let error = FormatError.init(.emptyInput, offset: 0)",
                        "let receipt = try AppReceipt(payload: content, limits: limits, spent: nothing)",
                    ]),
                Rule(
                    "A way around the gate, of which there is one, for tests", "asIfChecked", libraries,
                    ["return .asIfChecked(payload, verification, content)"],
                    allowed: ["Checked.swift", "UnsignedContents.swift"].map { "Sources/ReceiptKit/Verifier/" + $0 }),
                Rule(
                    "A release build for tests that is not the users' build", "@testable", ["Tests"],
                    ["@testable import ReceiptKit"], allowed: [here]),
            ]
        }
    }
}
