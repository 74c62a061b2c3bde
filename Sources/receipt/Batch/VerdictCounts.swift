import ReceiptFields
import ReceiptKit
import ReceiptReports

/// The outcome for one line or file.
enum Answer: Sendable {
    case verified
    /// Refused with this error code.
    case refused(String)
    /// Unreadable with this error code.
    case unreadable(String)

    init(_ failure: Failure?) {
        switch failure {
        case nil: self = .verified
        case let failure? where failure.verdict == "refused": self = .refused(failure.error.code)
        case let failure?: self = .unreadable(failure.error.code)
        }
    }
}

/// The reason why something isn't verified, with the verdict's name.
struct Failure: Sendable {
    let verdict: String
    let error: any CodedError
}

extension EvidenceVerdict {
    var failure: Failure? { error.map { Failure(verdict: word, error: $0) } }
}

extension LedgerVerdict {
    var failure: Failure? {
        switch self {
        case .verified, .noEvidence: nil
        case .failed(let verdict, _): verdict.failure
        case .mismatch(let error, _): Failure(verdict: word, error: error)
        }
    }
}

/// A type that contains the answer for one file.
protocol Answering {
    var file: String { get }
    var answer: Answer { get }
}

/// The number of answers of each kind.
struct VerdictCounts: Sendable {
    /// The number of answers with a code, and the first file, line or key that had it.
    struct Count: Sendable {
        var count: Int
        let first: String
    }

    private(set) var verified = 0
    /// Counts by error code. There are about a hundred codes.
    private(set) var refusals: [String: Count] = [:]
    private(set) var unreadables: [String: Count] = [:]
    /// The number of pieces that `--skip-rejected` left out of ledgers.
    private(set) var skipped = 0

    var refused: Int { refusals.values.reduce(0) { $0 + $1.count } }
    var unreadable: Int { unreadables.values.reduce(0) { $0 + $1.count } }
    var answers: Int { verified + refused + unreadable }

    mutating func count(_ answer: Answer, first: @autoclosure () -> String) {
        switch answer {
        case .verified: verified += 1
        case .refused(let code): refusals[code, default: Count(count: 0, first: first())].count += 1
        case .unreadable(let code): unreadables[code, default: Count(count: 0, first: first())].count += 1
        }
    }

    mutating func skip(_ pieces: Int) { skipped += pieces }

    mutating func add(_ other: VerdictCounts) {
        verified += other.verified
        skipped += other.skipped
        refusals.merge(other.refusals, uniquingKeysWith: Self.sum)
        unreadables.merge(other.unreadables, uniquingKeysWith: Self.sum)
    }

    static func sum(_ one: Count, _ other: Count) -> Count { Count(count: one.count + other.count, first: one.first) }
}
