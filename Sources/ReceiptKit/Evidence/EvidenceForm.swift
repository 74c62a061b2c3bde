internal import ReceiptFields

/// What some bytes are, told by their form alone.
enum EvidenceForm {
    /// A receipt in DER or BER.
    case receipt
    /// A receipt in base64.
    case base64
    /// A transaction receipt: a property list, as it is or in base64.
    case transactionReceipt
    /// A JWS in compact form.
    case jws
    /// A JSON object: one of Apple's bodies.
    case body

    init(_ bytes: [UInt8]) throws(FormatError) {
        switch InputSniffer.stranger(bytes) {
        case nil: self = .receipt
        case .notReceipt(looksLike: .base64): self = .base64
        case .notReceipt(looksLike: .json): self = .body
        case .jsonWebSignature: self = .jws
        case .transactionReceipt: self = .transactionReceipt
        case let reason?: throw FormatError(reason, offset: 0)
        }
    }
}

/// One of Apple's bodies, or our own, as far as it holds evidence.
///
/// | Body | Members |
/// | --- | --- |
/// | Server notification, version 2 | `signedPayload` |
/// | Server notification, version 1, which is not signed | `unified_receipt.latest_receipt` |
/// | A transaction, or one with its renewal info | `signedTransactionInfo`, `signedRenewalInfo` |
/// | Transaction history, refund history | `signedTransactions` |
/// | Subscription statuses | `data[].lastTransactions[]` |
/// | A request for verifyReceipt | `receipt-data` |
/// | Any evidence as a text, as `receipt-server` and lines of a batch take it | `evidence` |
struct EvidenceBody {
    enum Item {
        case notification([UInt8])
        case status(transaction: [UInt8]?, renewalInfo: [UInt8]?)
        /// An app receipt or a transaction receipt, in base64.
        case receipt([UInt8])
        /// Evidence of any form but this one.
        case evidence([UInt8])

        /// Whether there is anything to verify: an element of a list may have none of the members.
        var isGiven: Bool { if case .status(nil, nil) = self { false } else { true } }
    }

    /// The most JWS of one body. Apple's pages have 20 transactions.
    static let mostJWS = 10_000

    private(set) var items: [Item] = []
    /// Whether the body is one for many.
    private(set) var isList = false
    /// How many different bodies this could be.
    private var kinds = 0
    /// Whether it was the `evidence` of another body, and cannot have one of its own: nobody's stack grows with what is sent.
    private let isEnclosed: Bool

    init(_ text: [UInt8], limits: ReceiptLimits, isEnclosed: Bool) throws(FormatError) {
        self.isEnclosed = isEnclosed
        var pair: (transaction: [UInt8]?, renewalInfo: [UInt8]?)
        // Room for a receipt in base64, and for what stands around it.
        let limits = JSONLimits(maximumSize: limits.maximumInputSize / 2 * 3 + JWSParts.maximumSize)
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in
                pair = try readMembers(&json)
            }
        } catch {
            throw FormatError(error, in: text[...])
        }
        if pair.transaction != nil || pair.renewalInfo != nil {
            kinds += 1
            items.append(.status(transaction: pair.transaction, renewalInfo: pair.renewalInfo))
        }
        guard items.contains(where: \.isGiven) else {
            throw FormatError(.noEvidence(isEmptyPage: isList && items.isEmpty), offset: 0)
        }
        // Which of two would count? Nobody should have to know.
        guard kinds == 1 else { throw FormatError(.notReceipt(looksLike: .json), offset: 0) }
    }

    private mutating func readMembers(
        _ json: inout JSONReader
    ) throws(JSONError) -> (transaction: [UInt8]?, renewalInfo: [UInt8]?) {
        var pair: (transaction: [UInt8]?, renewalInfo: [UInt8]?)
        try json.object { (json, name) throws(JSONError) in
            switch json.text(name) {
            case "signedPayload": try append(Self.text(&json)) { .notification($0) }
            case "receipt-data": try append(Self.text(&json)) { .receipt($0) }
            case "evidence" where !isEnclosed: try append(Self.text(&json)) { .evidence($0) }
            case "signedTransactionInfo": pair.transaction = try Self.text(&json)
            case "signedRenewalInfo": pair.renewalInfo = try Self.text(&json)
            case "unified_receipt":
                try json.object { (json, name) throws(JSONError) in
                    guard json.string(name, is: "latest_receipt") else { return }
                    try append(Self.text(&json)) { .receipt($0) }
                }
            case "signedTransactions":
                try list(&json) { (body, json) throws(JSONError) in
                    try body.append(transaction: try Self.text(&json), renewalInfo: nil)
                }
            case "data": try readGroups(&json)
            default: return
            }
        }
        return pair
    }

    /// `data[].lastTransactions[]` of the answer with subscription statuses. A `data` that is an object belongs to something else.
    private mutating func readGroups(_ json: inout JSONReader) throws(JSONError) {
        guard json.next() == .array else { return }
        try list(&json) { (body, json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                guard json.string(name, is: "lastTransactions") else { return }
                try json.array { (json) throws(JSONError) in
                    var pair: (transaction: [UInt8]?, renewalInfo: [UInt8]?)
                    try json.object { (json, name) throws(JSONError) in
                        if json.string(name, is: "signedTransactionInfo") {
                            pair.transaction = try Self.text(&json)
                        } else if json.string(name, is: "signedRenewalInfo") {
                            pair.renewalInfo = try Self.text(&json)
                        }
                    }
                    try body.append(transaction: pair.transaction, renewalInfo: pair.renewalInfo)
                }
            }
        }
    }

    private mutating func append(transaction: [UInt8]?, renewalInfo: [UInt8]?) throws(JSONError) {
        guard items.count < Self.mostJWS else {
            throw JSONError(.expected("at most \(Self.mostJWS) JWS"), offset: 0)
        }
        items.append(.status(transaction: transaction, renewalInfo: renewalInfo))
    }

    private mutating func append(_ text: [UInt8]?, _ item: ([UInt8]) -> Item) {
        guard let text else { return }
        kinds += 1
        items.append(item(text))
    }

    private mutating func list(
        _ json: inout JSONReader, _ element: (inout EvidenceBody, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        kinds += 1
        isList = true
        try json.array { (json) throws(JSONError) in try element(&self, &json) }
    }

    /// A text, or nil for null. Anything else is an error.
    private static func text(_ json: inout JSONReader) throws(JSONError) -> [UInt8]? {
        if json.next() == .null {
            try json.null()
            return nil
        }
        return json.unescaped(try json.string())
    }
}
