import ReceiptFields
import ReceiptKit
import ReceiptReports

/// A row of a table, filled from the JSON members with the columns' names.
struct CSVRow: JSONSink, Sendable {
    private var cells: [String: String] = [:]

    /// The cell of a column, which is empty if the member is absent.
    subscript(column: String) -> String { cells[column] ?? "" }

    /// Adds a string. Replaces characters that a terminal acts on, and puts an apostrophe before anything that a spreadsheet would treat as
    /// a formula.
    mutating func member(_ name: StaticString, _ value: String?) {
        cells[name.description] = value.map { text in
            let text = Self.inert(text)
            return text.utf8.first.map("=+-@\t\r".utf8.contains) == true ? "'" + text : text
        }
    }

    /// Replaces with U+FFFD each character that a terminal acts on: control characters except tabs and line breaks, and
    /// those that change the direction of the text after them. The list is fixed, so that the same string gives the
    /// same cell everywhere.
    private static func inert(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0x09, 0x0A, 0x0D: scalar
                    case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }

    mutating func member(_ name: StaticString, _ value: Int?) { cells[name.description] = value.map { String($0) } }
    mutating func member(_ name: StaticString, _ value: Bool?) { cells[name.description] = value.map { String($0) } }

    /// Adds the columns of a nested object. There are two such objects: an offer, whose columns are `offer.type` and so on, as
    /// `pandas.json_normalize` names them, and an error, with the columns `code`, `class` and `hint`.
    mutating func member(_ name: StaticString, _ value: some JSONObject) {
        let prefix: String
        switch name.description {
        case "offer": prefix = "offer."
        case "error": prefix = ""
        default: return
        }
        var object = CSVRow()
        value.writeMembers(to: &object)
        for (member, cell) in object.cells { cells[prefix + member] = cell }
    }

    mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) {}
    mutating func list(_ name: StaticString, _ texts: [String]) {}
    mutating func object<Value: JSONObject>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
    ) {}
    mutating func object(_ name: StaticString, texts: some Sequence<(name: String, value: String)>) {}
    mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) {}

    /// Adds a JSON value as written: a string, a number or null.
    mutating func member(_ name: StaticString, raw value: String?) {
        guard let bytes = value.map({ Array($0.utf8) }) else { return }
        do throws(FormatError) {
            try JSONReader.read(whole: bytes[...]) { (json) throws(JSONError) in
                if json.next() == .string {
                    member(name, json.text(try json.string()))
                } else if json.next() != .null {
                    cells[name.description] = String(decoding: bytes[try json.skip()], as: UTF8.self)
                }
            }
        } catch { member(name, value) }
    }

    // MARK: Verdicts

    /// Tables have no column for the message.
    mutating func failure(_ verdict: String, _ error: some CodedError) {
        member("verdict", verdict)
        self.error(error)
    }

    /// Adds the verdict and the contents of verified evidence.
    mutating func verdict(_ verdict: EvidenceVerdict) {
        if let error = verdict.error { return failure(verdict.word, error) }
        member("verdict", verdict.word)
        if case .verified(let evidence) = verdict { evidence.writeMembers(to: &self) }
    }

    /// Returns a row for each purchase of a ledger, each with the cells of this row.
    ///
    /// - Parameter isOfOneCustomer: False for a ledger of many customers, where each row has the app transaction
    ///   identifier of its own transaction.
    func rows(_ ledger: PurchaseLedger, isOfOneCustomer: Bool = true) -> [CSVRow] {
        let customers = ledger.someAppTransactionIDs.joined(separator: " ")
        return ledger.map { purchase in
            var row = self
            row.member("appTransactionIDs", isOfOneCustomer ? customers : purchase.transaction?.appTransactionID)
            row.member("verdict", "verified")
            row.member("environment", ledger.environment.rawValue)
            row.member("bundleID", ledger.bundleIdentifier)
            purchase.writeMembers(to: &row, hasTransactionIDs: false)
            // Keep the column for the line's own identifier.
            row.cells["id"] = cells["id"]
            return row
        }
    }
}
