internal import ReceiptEssentials
internal import ReceiptFields

/// The JSON body of a request for a ledger.
struct LedgerRequest {
    private(set) var evidence: [EvidenceMember.Element] = []
    /// The first error in a member of the question.
    private(set) var error: RequestError?
    private var asOf: Date?
    private var products: [LedgerQuestion.Product]?
    private var staleAfter: Int?
    private var nonRenewing: [[UInt8]: Int]?
    private var introductoryOfferProducts: [String]?
    private var transactionIDs: [String]?
    private var firstAcquiredBefore: String?

    init(_ body: [UInt8]) throws(FormatError) {
        do throws(FormatError) { try self.init(reading: body) } catch {
            // The evidence isn't an array named `evidence`; look for it in the other places.
            guard case .jsonShape(let expected, let found) = error.reason,
                let place = MisplacedEvidence.place(in: body[...])
            else { throw error }
            let shape = FormatError.Shape(member: "evidence", expected: expected, found: found)
            throw FormatError(.evidenceElsewhere(place, shape: shape), offset: error.offset)
        }
    }

    private init(reading body: [UInt8]) throws(FormatError) {
        let text = body[...]
        var (evidence, error, shape): (EvidenceMember?, RequestError?, FormatError?)
        try JSONReader.read(whole: text) { (json) throws(JSONError) in
            try json.require(.object, "an object with evidence", in: "")
            try json.object { (json, name) throws(JSONError) in
                if json.string(name, is: "evidence") {
                    if let kind = json.next(), kind != .array { shape = Self.shape(kind.words, json.position) }
                    evidence = try EvidenceMember(&json, in: text)
                } else {
                    let found = try read(name, &json, in: text)
                    error = error ?? found
                }
            }
        }
        self.error = evidence?.isNull == false ? error : nil
        if self.error != nil { return }
        guard case .list(let pieces)? = evidence else { throw shape ?? Self.shape("nothing", 0) }
        self.evidence = pieces
    }

    private static func shape(_ found: String, _ offset: Int) -> FormatError {
        FormatError(.jsonShape(expected: "a list of evidence", found: found), path: .member("evidence"), offset: offset)
    }

    /// Returns the question. If the request has no date, it asks about the time of verification.
    func question(at now: Date) -> LedgerQuestion {
        var question = LedgerQuestion(asOf: asOf ?? now)
        question.products = products
        question.staleAfter = staleAfter ?? 0
        question.nonRenewing = nonRenewing ?? [:]
        question.introductoryOfferProducts = introductoryOfferProducts
        question.transactionIDs = transactionIDs ?? []
        question.firstAcquiredBefore = firstAcquiredBefore
        return question
    }

    /// Reads a member of the question, or stores an error for it. A member that is null is treated as absent.
    private mutating func read(
        _ name: JSONString, _ json: inout JSONReader, in text: ArraySlice<UInt8>
    ) throws(JSONError) -> RequestError? {
        guard let member = EvidenceRequest.ledger.members.first(where: { json.string(name, is: $0) }) else {
            return EvidenceRequest.ledger.error(name, in: json)
        }
        if json.next() == .null { return nil }
        let offset = json.position
        let expected: String
        switch member {
        case "asOf":
            let date = try EvidenceMember(&json, in: text)
            if case .text(let text) = date { asOf = Timestamp.parse(dayOrTime: String(decoding: text, as: UTF8.self)) }
            if asOf != nil { return nil }
            expected = "a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31 (2008 to 4001)"
        case "products":
            products = try LedgerQuestion.products(&json)
            if products != nil { return nil }
            expected =
                "product identifiers, [\"ID\", …], or lists of them by name, {\"NAME\": [\"ID\", …]}: each name once, "
                + "and 1 to \(LedgerQuestion.mostProducts) identifiers"
        case "staleAfter":
            staleAfter = try LedgerQuestion.number(&json, in: text, LedgerQuestion.staleness)
            if staleAfter != nil { return nil }
            expected = "a whole number of seconds from 0 to \(LedgerQuestion.staleness.upperBound)"
        case "nonRenewing":
            nonRenewing = try LedgerQuestion.nonRenewing(&json, in: text)
            if nonRenewing != nil { return nil }
            expected =
                "{\"ID\": DAYS, …}: for each product a whole number of days from 1 to \(LedgerQuestion.days.upperBound)"
        case "transaction":
            transactionIDs = try LedgerQuestion.transactionIDs(&json)
            if transactionIDs != nil { return nil }
            expected =
                "a transaction identifier, \"ID\", or 1 to \(LedgerQuestion.mostTransactions) of them, [\"ID\", …]"
        case "firstAcquiredBefore":
            firstAcquiredBefore = try LedgerQuestion.version(&json)
            if firstAcquiredBefore != nil { return nil }
            expected = "a version of the app, numbers separated by dots, such as \"2.0\""
        default:
            introductoryOfferProducts = try LedgerQuestion.identifiers(&json)
            if introductoryOfferProducts != nil { return nil }
            expected = "1 to \(LedgerQuestion.mostProducts) product identifiers, [\"ID\", …]"
        }
        return RequestError(reason: .invalidMember(member, expected: expected), offset: offset)
    }
}
