import ArgumentParser

/// How a run over several files went. Each file is reported; the worst decides the exit status.
enum Outcome: Int, Comparable {
    case good
    case refused
    case unreadable

    static func < (a: Outcome, b: Outcome) -> Bool { a.rawValue < b.rawValue }

    init(_ answer: Answer) {
        switch answer {
        case .verified: self = .good
        case .refused: self = .refused
        case .unreadable: self = .unreadable
        }
    }

    /// Ends the command with the status that the outcome stands for.
    func exit() throws {
        switch self {
        case .good: return
        case .refused: throw ExitCode(1)
        case .unreadable: throw ExitCode(66)
        }
    }
}
