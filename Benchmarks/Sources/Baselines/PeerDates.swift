import Foundation

/// The baseline's treatment of dates.
enum PeerDates {
    /// Dates stay strings. This shows that the formatter alone doesn't explain the difference.
    case text
    /// `ISO8601DateFormatter`, shared by all receipts.
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

/// A date as the baseline stores it.
enum PeerDate {
    case text(String)
    case date(Date)
}

/// Reads dates in one of these ways.
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
