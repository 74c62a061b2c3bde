/// The columns of `--format csv`, each named after its member of the JSON, and lines as in RFC 4180.
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
    /// What fewer people ask for.
    private static let further = [
        "verdict", "code", "class", "kind", "webOrderLineItemID", "originalPurchaseDate", "revocationType",
        "revocationPercentage", "isUpgraded", "promotionalOfferID", "isTrialPeriod", "isInIntroOfferPeriod",
        "appAccountToken", "billingPlanType", "additionalTransactionReason", "evidenceDate", "appTransactionIDs",
    ]

    /// `verify`: a row for each file.
    static let files = CSVTable(["file"] + verdict + ["hint"])
    /// `verify --batch`: a row for each line.
    static let lines = CSVTable(["line", "id"] + verdict + ["hint"])
    /// `ledger`: a row for each purchase, and for each file that is not verified.
    static let filePurchases = CSVTable(["file"] + purchase + further)
    /// `ledger --batch`: a row for each purchase, and for each line that is not verified.
    static let linePurchases = CSVTable(["line"] + purchase + ["id", "index"] + further)
    /// `ledger --batch --merge-by-key`: a row for each purchase, and for each key, or line without one, that is not verified.
    static let keyPurchases = CSVTable(["key"] + purchase + ["line", "id", "index"] + further)

    /// The line with the columns' names.
    var header: [UInt8] { line(columns) }

    func line(_ row: CSVRow) -> [UInt8] { line(columns.map { row[$0] }) }

    private func line(_ cells: [String]) -> [UInt8] {
        Array(cells.map(Self.escaped).joined(separator: [UInt8(ascii: ",")])) + Array("\r\n".utf8)
    }

    /// In quotation marks where a comma, a quotation mark or a line break asks for them, or what separates cells for other readers. By bytes: an
    /// accent behind a quotation mark makes another character of it.
    private static func escaped(_ cell: String) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let bytes = Array(cell.utf8)
        guard bytes.contains(where: "\",;\t\r\n".utf8.contains) else { return bytes }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
