internal import ReceiptFields

/// The members of Apple's bodies, and of notifications, that hold evidence: JWS, and receipts in base64.
struct EvidenceMembers {
    /// A member by its path, such as `data[0].lastTransactions[1].signedTransactionInfo`, and its text.
    private(set) var found: [(member: String, text: [UInt8])] = []
    /// Why there may be more than was found.
    private(set) var error: FormatError?
    /// The text of `evidence`: a JWS, a receipt, or one of Apple's bodies, which has no `evidence` of its own.
    private var enclosed: [UInt8]?

    /// The most of one text. Apple's pages have 20.
    private static let most = 10_000
    private static let texts: Set = [
        "signedPayload", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo", "receipt-data",
        "latest_receipt",
    ]
    /// What is looked into. Only these names get into paths, so that paths are short.
    private static let containers: Set = [
        "data", "appData", "unified_receipt", "lastTransactions", "signedTransactions",
    ]

    init(json text: [UInt8]) {
        read(text, "", mayEnclose: true)
        guard let enclosed else { return }
        if InputSniffer.stranger(enclosed) == .notReceipt(looksLike: .json) {
            read(enclosed, "evidence.", mayEnclose: false)
        } else {
            found.append(("evidence", enclosed))
        }
    }

    private mutating func read(_ text: [UInt8], _ path: String, mayEnclose: Bool) {
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try object(&json, path, mayEnclose: mayEnclose)
            }
        } catch { self.error = FormatError(error, in: text[...]) }
    }

    private mutating func object(_ json: inout JSONReader, _ path: String, mayEnclose: Bool = false) throws(JSONError) {
        try json.object { (json, name) throws(JSONError) in
            let name = json.text(name)
            if Self.texts.contains(name) {
                try self.text(&json, path + name)
            } else if mayEnclose, name == "evidence", json.next() == .string {
                enclosed = json.unescaped(try json.string())
            } else if Self.containers.contains(name) {
                try container(&json, path + name)
            }
        }
    }

    /// The reader ends the recursion at its depth.
    private mutating func container(_ json: inout JSONReader, _ path: String) throws(JSONError) {
        switch json.next() {
        case .object: try object(&json, path + ".")
        case .array:
            var index = 0
            try json.array { (json) throws(JSONError) in
                try container(&json, "\(path)[\(index)]")
                index += 1
            }
        case .string where path.hasPrefix("signedTransactions["): try text(&json, path)
        default: return
        }
    }

    private mutating func text(_ json: inout JSONReader, _ path: String) throws(JSONError) {
        guard json.next() == .string else { return }
        guard found.count < Self.most else {
            throw JSONError(.expected("at most \(Self.most) JWS"), offset: json.position)
        }
        found.append((path, json.unescaped(try json.string())))
    }
}
