import ArgumentParser

/// The result of a run over several files, as an exit status. Each file is reported; the worst result decides.
enum ExitStatus: Int32, Comparable {
    case good = 0
    case refused = 1
    case unreadable = 66

    static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }

    init(_ answer: Answer) {
        switch answer {
        case .verified: self = .good
        case .refused: self = .refused
        case .unreadable: self = .unreadable
        }
    }

    func exit() throws { if self != .good { throw ExitCode(rawValue) } }
}
