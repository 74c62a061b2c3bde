import ReceiptFields

/// The columns of `--format csv`, each named after its member of the JSON, and lines as in RFC 4180.
struct CSVTable: Sendable {
    private let columns: [String]

    private init(_ columns: [String]) { self.columns = columns }

    private static let verdict = ["verdict", "code", "kind", "bundleID", "environment", "contentDigest"]
    private static let purchase = [
        "productID", "productType", "subscriptionGroupID", "transactionID", "originalTransactionID",
        "webOrderLineItemID", "purchaseDate", "originalPurchaseDate", "expirationDate", "revocationDate",
        "revocationReason", "revocationType", "revocationPercentage", "isUpgraded", "purchasedQuantity", "price",
        "currency", "offer.type", "offer.id", "offer.paymentMode", "offer.period", "promotionalOfferID",
        "isTrialPeriod", "isInIntroOfferPeriod", "ownershipType", "appAccountToken", "billingPlanType",
        "additionalTransactionReason", "evidenceDate",
    ]

    /// `verify`: a row for each file.
    static let files = CSVTable(["file"] + verdict)
    /// `verify --batch`: a row for each line.
    static let lines = CSVTable(["line", "id"] + verdict)
    /// `ledger`: a row for each purchase, and for each file that is not verified.
    static let filePurchases = CSVTable(["file"] + verdict + purchase)
    /// `ledger --batch`: a row for each purchase, and for each key or line that is not verified.
    static let keyPurchases = CSVTable(["key", "line", "index", "id"] + verdict + purchase)

    /// The line with the columns' names.
    var header: [UInt8] { line(columns) }

    func line(_ row: CSVRow) -> [UInt8] { line(columns.map { row[$0] }) }

    private func line(_ cells: [String]) -> [UInt8] {
        Array(cells.map(Self.escaped).joined(separator: [UInt8(ascii: ",")])) + Array("\r\n".utf8)
    }

    /// In quotation marks where a comma, a quotation mark or a line break asks for them. By bytes: an accent behind a quotation mark makes
    /// another character of it.
    private static func escaped(_ cell: String) -> [UInt8] {
        let isPlain = cell.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        let bytes = Array((isPlain ? cell : printable(cell)).utf8)
        let quote = UInt8(ascii: "\"")
        guard bytes.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 10 || $0 == 13 }) else {
            return bytes
        }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    /// Line breaks and tabs as they are; other characters that could do something to a terminal as ``Printable`` writes them.
    private static func printable(_ cell: String) -> String {
        cell.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n", "\r", "\t": text.unicodeScalars.append(scalar)
            default: text += Printable.text(String(scalar))
            }
        }
    }
}
