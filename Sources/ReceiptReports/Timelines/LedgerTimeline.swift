public import ReceiptEssentials
internal import ReceiptFields
public import ReceiptKit

/// The purchases of a ledger over time, drawn for a person to read.
public struct LedgerTimeline: Sendable {
    let ledger: PurchaseLedger
    let question: LedgerQuestion
    var date: Date { question.asOf }

    /// Creates a timeline that asks the ledger for its state at a date.
    ///
    /// - Parameters:
    ///   - ledger: The ledger to draw.
    ///   - date: The date to ask the ledger about, for instance now. A line marks it.
    public init(_ ledger: PurchaseLedger, asOf date: Date) { self.init(ledger, LedgerQuestion(asOf: date)) }

    /// Creates a timeline that shows the ledger's answers to a question, as ``LedgerVerdict`` reads one from a request.
    ///
    /// - Parameters:
    ///   - ledger: The ledger to draw.
    ///   - question: The question. A line marks its date.
    public init(_ ledger: PurchaseLedger, _ question: LedgerQuestion) {
        (self.ledger, self.question) = (ledger, question)
    }

    /// The timeline as an SVG document without scripts, as wide as the window or the element that shows it. The picture says what the
    /// customer is entitled to at the date, and has a lane for each product and colors for light and dark mode. All strings from the
    /// evidence are escaped.
    public var svg: String { TimelinePicture(self).svg }

    /// Returns the timeline as plain text, as `receipt ledger` prints it: the lanes of each subscription, and those of all other purchases.
    /// All strings from the evidence are escaped.
    ///
    /// - Parameter columns: The width in characters, from 40 to 1,000; the nearest of these for any other number.
    public func text(columns: Int = 100) -> String {
        texts(columns: min(max(columns, 40), 1_000)) { $1 }.joined(separator: "\n")
    }

    /// The kinds of text that a terminal shows differently.
    package enum Shade {
        case strong, faint, good, warning, bad
        /// Wrapped at the width of the terminal.
        case sentence
    }

    package typealias Ink = (Shade, String) -> String

    /// Draws the same lanes with characters, for a terminal with `columns` columns. Returns a string for each
    /// subscription, and one for all other purchases.
    package func texts(columns: Int, ink: @escaping Ink) -> [String] {
        sections.map { TimelineText($0, scale: $1, columns: columns, ink).text }
    }

    /// The timelines, each with its scale. All share one scale so that they can be compared, unless it would shrink a
    /// subscription to a sliver: in sandbox a month lasts minutes.
    var sections: [(Timeline, TimeScale)] {
        let subscriptions = ledger.subscriptions.compactMap { Timeline($0, question) }
        let others = Timeline(others: ledger, question, hasSubscriptions: !subscriptions.isEmpty)
        let timelines = subscriptions + [others].compactMap(\.self)
        guard let start = timelines.map(\.start).min(), let end = timelines.map(\.end).max() else { return [] }
        let isCommon = subscriptions.allSatisfy { ($0.end - $0.start) * 8 >= end - start }
        let hasOpenEnd = timelines.contains(where: \.hasOpenEnd)
        return timelines.map { timeline in
            let scale = TimeScale(
                start: isCommon ? start : timeline.start, end: isCommon ? end : timeline.end,
                asOf: date.timeIntervalSince1970, hasOpenEnd: isCommon ? hasOpenEnd : timeline.hasOpenEnd)
            return (timeline, scale)
        }
    }
}
