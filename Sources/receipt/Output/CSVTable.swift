/// A table for `--format csv`. Columns are named after their JSON members; lines are as in RFC 4180.
struct CSVTable: Sendable {
    private let columns: [String]

    private init(_ columns: [String]) { self.columns = columns }

    private static let verdict = ["verdict", "code", "class", "kind", "bundleID", "environment", "contentDigest"]
    private static let purchase = [
        "contentDigest", "bundleID", "environment", "productID", "productType", "transactionID",
        "originalTransactionID", "purchaseDate", "expirationDate", "revocationDate", "revocationReason",
        "purchasedQuantity", "price", "currency", "offer.type", "offer.id", "offer.paymentMode", "offer.period",
        "ownershipType", "subscriptionGroupID",
    ]
    /// The less common columns.
    private static let further = [
        "verdict", "code", "class", "kind", "webOrderLineItemID", "originalPurchaseDate", "revocationType",
        "revocationPercentage", "isUpgraded", "promotionalOfferID", "isTrialPeriod", "isInIntroOfferPeriod",
        "appAccountToken", "billingPlanType", "additionalTransactionReason", "evidenceDate", "appTransactionIDs",
    ]

    /// `verify`: a row for each file.
    static let files = CSVTable(["file"] + verdict + ["hint"])
    /// `verify --batch`: a row for each line.
    static let lines = CSVTable(["line", "id"] + verdict + ["hint"])
    /// `ledger`: a row for each purchase, and for each file that isn't verified.
    static let filePurchases = CSVTable(["file"] + purchase + further)
    /// `ledger --batch`: a row for each purchase, and for each line that isn't verified.
    static let linePurchases = CSVTable(["line"] + purchase + ["id", "index"] + further)
    /// `ledger --batch --merge-by-key`: a row for each purchase, and for each key, or line without a key, that isn't
    /// verified.
    static let keyPurchases = CSVTable(["key"] + purchase + ["line", "id", "index"] + further)

    /// The line with the columns' names.
    var header: [UInt8] { line(columns) }

    func line(_ row: CSVRow) -> [UInt8] { line(columns.map { row[$0] }) }

    private func line(_ cells: [String]) -> [UInt8] {
        Array(cells.map(Self.escaped).joined(separator: [UInt8(ascii: ",")])) + Array("\r\n".utf8)
    }

    /// Puts a cell in quotation marks if it contains a comma, a quotation mark a line break, or a character that other readers use as a
    /// separator. Compares bytes, because a quotation mark with a combining accent is a different `Character`.
    private static func escaped(_ cell: String) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let bytes = Array(cell.utf8)
        guard bytes.contains(where: "\",;\t\r\n".utf8.contains) else { return bytes }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
