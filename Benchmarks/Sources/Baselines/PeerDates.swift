import Foundation

/// What the baseline makes of a date.
enum PeerDates {
    /// Nothing: it stays text. So it isn't the formatter alone that makes the difference.
    case text
    /// `ISO8601DateFormatter`, one for all receipts.
    case formatter
    /// `Date(_:strategy: .iso8601)`.
    case strategy

    var suffix: String {
        switch self {
        case .text: ""
        case .formatter: "-formatter"
        case .strategy: "-strategy"
        }
    }

    var title: String {
        switch self {
        case .text: "dates left as text"
        case .formatter: "dates by a formatter"
        case .strategy: "dates by a parse strategy"
        }
    }
}

/// A date as the baseline keeps it.
enum PeerDate {
    case text(String)
    case date(Date)
}

/// Reads dates in one of the ways.
struct PeerDateReader {
    private let dates: PeerDates

    init(_ dates: PeerDates) { self.dates = dates }

    private nonisolated(unsafe) static let formatter = ISO8601DateFormatter()

    func read(_ text: String) throws -> PeerDate {
        switch dates {
        case .text: return .text(text)
        case .strategy: return .date(try Date(text, strategy: .iso8601))
        case .formatter:
            guard let date = unsafe Self.formatter.date(from: text) else { throw PeerError.date }
            return .date(date)
        }
    }
}

enum PeerError: Error {
    case date
    case missing
}
