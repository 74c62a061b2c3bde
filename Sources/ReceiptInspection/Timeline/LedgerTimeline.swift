public import ReceiptEssentials
internal import ReceiptFields
public import ReceiptKit

/// The purchases of a ledger over time, drawn for people.
public struct LedgerTimeline: Sendable {
    private let ledger: PurchaseLedger
    private let date: Date

    /// - Parameters:
    ///   - ledger: what to draw.
    ///   - date: the date to ask the ledger about, for instance now. A line marks it.
    public init(_ ledger: PurchaseLedger, asOf date: Date) {
        self.ledger = ledger
        self.date = date
    }

    /// A picture as a document in SVG, without a script. Every text in it is escaped. It has colours for light and for dark.
    public var svg: String { TimelinePicture(timelines, title: ledger.bundleIdentifier, asOf: date).svg }

    /// How a terminal shows a text.
    package enum Shade {
        case strong, faint, good, warning, bad
        /// Broken where the terminal ends.
        case sentence
    }

    package typealias Ink = (Shade, String) -> String

    /// Drawn with characters, for a terminal with so many columns: one text for each subscription.
    package func texts(columns: Int, ink: @escaping Ink) -> [String] {
        timelines.map { TimelineText($0, asOf: date, columns: columns, ink).text }
    }

    private var timelines: [Timeline] { ledger.subscriptions.compactMap { Timeline($0, asOf: date) } }
}
