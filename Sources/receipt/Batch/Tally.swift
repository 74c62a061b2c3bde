import ReceiptInspection
import ReceiptKit

/// What became of one line or file.
enum Answer: Sendable {
    case verified
    /// With the error's code.
    case refused(String)
    /// With the error's code.
    case unreadable(String)

    init(_ verdict: EvidenceVerdict) {
        switch verdict {
        case .verified: self = .verified
        case .refused(let error): self = .refused(error.code)
        case .unreadable(let error): self = .unreadable(error.code)
        }
    }

    init(_ verdict: LedgerVerdict) {
        switch verdict {
        case .verified: self = .verified
        case .failed(let verdict, _): self = Answer(verdict)
        case .mismatch(let error, _): self = .refused(error.code)
        }
    }
}

/// What was answered to a file.
protocol Answering {
    var answer: Answer { get }
}

/// How many answers there were of which kind.
struct Tally: Sendable {
    private(set) var verified = 0
    /// By the error's code, of which there are a hundred and some.
    private(set) var refusals: [String: Int] = [:]
    private(set) var unreadables: [String: Int] = [:]

    var refused: Int { refusals.values.reduce(0, +) }
    var unreadable: Int { unreadables.values.reduce(0, +) }
    var answers: Int { verified + refused + unreadable }

    mutating func count(_ answer: Answer) {
        switch answer {
        case .verified: verified += 1
        case .refused(let code): refusals[code, default: 0] += 1
        case .unreadable(let code): unreadables[code, default: 0] += 1
        }
    }

    mutating func add(_ other: Tally) {
        verified += other.verified
        refusals.merge(other.refusals, uniquingKeysWith: +)
        unreadables.merge(other.unreadables, uniquingKeysWith: +)
    }
}
