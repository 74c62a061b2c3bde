package import ReceiptFields

/// The unverified evidence in a JSON body. Only these members are read; all others are ignored:
///
/// | JSON body | Members |
/// | --- | --- |
/// | Server notification, version 2 | `signedPayload` |
/// | Notification history | `notificationHistory[].signedPayload` |
/// | Server notification, version 1, which is not signed | `unified_receipt.latest_receipt`; before March 2021 `latest_receipt`, or `latest_expired_receipt` |
/// | A transaction, or one with its renewal info | `signedTransactionInfo`, `signedRenewalInfo` |
/// | Transaction history, refund history, order lookup | `signedTransactions` |
/// | Subscription statuses | `data[].lastTransactions[]` |
/// | App transaction | `signedAppTransactionInfo` |
/// | A request for verifyReceipt | `receipt-data` |
/// | A response from verifyReceipt, which is not signed | `latest_receipt` |
/// | Any evidence: a string, a JSON body, or a list of them | `evidence` |
package struct EvidenceBody {
    /// Evidence that is verified together.
    enum Item {
        /// A JWS that must be of this kind.
        case jws([UInt8], PayloadKind)
        case status(transaction: [UInt8], renewalInfo: [UInt8])
        /// An app receipt or an iOS 6 transaction receipt, in base64.
        case receipt([UInt8])
        /// Evidence in any form.
        case evidence([UInt8], isElement: Bool)
        /// An element of a list without evidence.
        case nothing
    }

    /// The position of an item in one of the lists, such as `signedTransactions[1]`.
    struct Place: CustomStringConvertible {
        let list: String
        let index: Int

        var description: String { "\(list)[\(index)]" }
    }

    private(set) var items: [(item: Item, place: Place?)] = []
    /// True if the JSON body is a page or another list.
    private(set) var isList = false
    /// The members of the JSON body that contain evidence, or a list of it. A transaction and its renewal info are one entry.
    private var sources: Set<String> = []
    /// The receipts that are used if the JSON body has no `unified_receipt` with a receipt. The first is preferred.
    private var (latest, latestExpired): ([UInt8]?, [UInt8]?)
    /// The error for one of these members if it isn't a string. The error is ignored if there is other evidence.
    private var misshapenLatest: JSONError?

    /// Returns true if a member with this name identifies a JSON body of Apple's, whatever the other members are.
    package static func tells(_ name: JSONString, in json: JSONReader) -> Bool {
        members.contains { json.string(name, is: $0) }
    }

    /// The members whose value is one string, each with the kind of evidence that the string is.
    private static let texts: [(name: String, item: @Sendable ([UInt8]) -> Item)] = [
        ("signedPayload", { .jws($0, .notification) }), ("signedAppTransactionInfo", { .jws($0, .appTransaction) }),
        ("receipt-data", { .receipt($0) }),
    ]
    private static let members = [
        "signedTransactionInfo", "signedRenewalInfo", "signedPayload", "notificationHistory",
        "signedAppTransactionInfo", "signedTransactions", "receipt-data", "unified_receipt", "latest_receipt",
        "latest_expired_receipt",
    ]

    /// Returns true if the verifier has a more specific error for this JSON than that it contains no evidence.
    package static func hasName(_ text: ArraySlice<UInt8>) -> Bool {
        PayloadKind(decoded: text) != nil || MisplacedEvidence.place(in: text) != nil
            || FormatError.OtherJSON(text) != nil
    }

    /// Returns true if the verifier has a more specific error for this text, which begins with a brace, than the position at which it stops
    /// being JSON.
    package static func isAlmostJSON(_ text: ArraySlice<UInt8>) -> Bool {
        switch InputFormat.detect(Array(text.prefix(256))) {
        case .almostJSON, .dataDescription: true
        default: false
        }
    }

    /// Returns the form of evidence that isn't a JSON body, for a method that expects one. Nil for anything else.
    static func formInPlace(of text: [UInt8]) -> FormatError.EvidenceForm? {
        switch InputFormat.detect(text) {
        case nil, .transactionReceipt, .notReceipt(looksLike: .base64): .receipt
        case .jsonWebSignature: .jws
        default: nil
        }
    }

    /// Returns true if the text is one of Apple's JSON bodies, for a method that expects a JWS. No JWS begins with a brace.
    static func isInPlaceOfJWS(_ text: [UInt8]) -> Bool {
        guard text.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "{"),
            text.count <= UnverifiedJWS.maximumSize
        else { return false }
        do throws(FormatError) { try check(text) } catch { return false }
        return true
    }

    /// Throws the error that the verifier throws for a JSON body before it verifies the evidence in it.
    package static func check(_ text: [UInt8]) throws(FormatError) { _ = try EvidenceBody(text, isEnclosed: false) }

    /// - Parameter isEnclosed: true if the JSON body is the `evidence` of another one. The inner JSON body can't have a member `evidence`
    ///   itself, so that input can't deepen the recursion.
    init(_ text: [UInt8], isEnclosed: Bool) throws(FormatError) {
        // The caller limits the size of the text.
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.require(.object, "an object with evidence, a JWS or a receipt in base64", in: "")
                try readMembers(&json, in: text, isEnclosed: isEnclosed)
            }
        } catch { throw Self.error(error, in: text) }
        if let receipt = latest ?? latestExpired, !sources.contains("unified_receipt") {
            append(.receipt(receipt), of: "latest_receipt")
        }
        let hasEvidence = items.contains { if case .nothing = $0.item { false } else { true } }
        guard hasEvidence else {
            if !isList || !items.isEmpty, let place = MisplacedEvidence.place(in: text[...]) {
                throw FormatError(.evidenceElsewhere(place, shape: nil), offset: 0)
            }
            if let misshapenLatest { throw FormatError(misshapenLatest, in: text[...]) }
            if let kind = PayloadKind(decoded: text[...]) { throw FormatError(.decoded(kind), offset: 0) }
            if !isList, let other = FormatError.OtherJSON(text[...]) { throw FormatError(.otherJSON(other), offset: 0) }
            throw FormatError(.noEvidence(isEmptyPage: isList && items.isEmpty), offset: 0)
        }
        // Evidence in two members is rejected, because the caller couldn't know which of them is used.
        guard sources.count == 1 else { throw FormatError(.notReceipt(looksLike: .json), offset: 0) }
    }

    /// Converts an error of the JSON reader. If a value has an unexpected type and the body has evidence elsewhere, the error also names
    /// that location.
    private static func error(_ error: JSONError, in text: [UInt8]) -> FormatError {
        guard case .shape(let member, let expected, let found) = error.reason,
            let place = MisplacedEvidence.place(in: text[...])
        else { return FormatError(error, in: text[...]) }
        let shape = FormatError.Shape(member: member, expected: expected, found: found.words)
        return FormatError(.evidenceElsewhere(place, shape: shape), offset: error.offset)
    }

    private mutating func readMembers(
        _ json: inout JSONReader, in body: [UInt8], isEnclosed: Bool
    ) throws(JSONError) {
        var pair = Pair()
        try json.object { (json, name) throws(JSONError) in
            guard json.next() != .null else { return }
            if try pair.read(name, &json, in: "") { return }
            if let one = Self.texts.first(where: { json.string(name, is: $0.name) }) {
                append(one.item(try Self.text(&json, one.name)), of: one.name)
            } else if json.string(name, is: "signedTransactions") {
                try readList("signedTransactions", &json) { (json, path) throws(JSONError) in
                    .jws(try Self.text(&json, path()), .transaction)
                }
            } else if json.string(name, is: "notificationHistory") {
                try readList("notificationHistory", &json) {
                    (json, path) throws(JSONError) in
                    try Self.text(of: "signedPayload", &json, path()).map { .jws($0, .notification) } ?? .nothing
                }
            } else if json.string(name, is: "data"), json.next() == .array {
                try readGroups(&json)
            } else if json.string(name, is: "unified_receipt") {
                guard let text = try Self.text(of: "latest_receipt", &json, "unified_receipt") else { return }
                append(.receipt(text), of: "unified_receipt")
            } else if json.string(name, is: "latest_receipt") {
                latest = try latestText(&json, "latest_receipt")
            } else if json.string(name, is: "latest_expired_receipt") {
                latestExpired = try latestText(&json, "latest_expired_receipt")
            } else if !isEnclosed, json.string(name, is: "evidence") {
                try readEvidence(&json, in: body)
            }
        }
        if let item = pair.item { append(item, of: "signedTransactionInfo") }
    }

    // MARK: Lists

    /// Reads an array of items. An element that is null contains no evidence.
    private mutating func readList(
        _ path: String, of member: String? = nil, _ json: inout JSONReader,
        _ element: (inout JSONReader, _ path: () -> String) throws(JSONError) -> Item
    ) throws(JSONError) {
        try json.require(.array, "an array", in: path)
        (isList, _) = (true, sources.insert(member ?? path))
        var index = 0
        try json.array { (json) throws(JSONError) in
            try requireRoom(&json)
            let place = Place(list: path, index: index)
            items.append((json.next() == .null ? .nothing : try element(&json) { place.description }, place))
            index += 1
        }
    }

    /// Reads `data[].lastTransactions[]`. Each element contains a transaction and its renewal info.
    private mutating func readGroups(_ json: inout JSONReader) throws(JSONError) {
        (isList, _) = (true, sources.insert("data"))
        var group = 0
        try json.array { (json) throws(JSONError) in
            defer { group += 1 }
            try requireRoom(beside: group, &json)
            guard json.next() != .null else { return }
            try json.require(.object, "an object", in: "data[\(group)]")
            try json.object { (json, name) throws(JSONError) in
                guard json.string(name, is: "lastTransactions"), json.next() != .null else { return }
                try readList("data[\(group)].lastTransactions", of: "data", &json) { (json, path) throws(JSONError) in
                    try json.require(.object, "an object", in: path())
                    var pair = Pair()
                    try json.object { (json, name) throws(JSONError) in
                        if json.next() != .null { _ = try pair.read(name, &json, in: path() + ".") }
                    }
                    return pair.item ?? .nothing
                }
            }
        }
    }

    private mutating func readEvidence(_ json: inout JSONReader, in body: [UInt8]) throws(JSONError) {
        let expected = "a string, a JSON body or an array of them"
        switch try EvidenceMember(&json, in: body[...]) {
        case .text(let piece), .object(let piece):
            append(.evidence(Array(piece), isElement: false), of: "evidence")
        case .list(let pieces):
            (isList, _) = (true, sources.insert("evidence"))
            for (index, piece) in pieces.enumerated() {
                guard index < EvidenceMember.maximumPieces else {
                    throw JSONError(.tooManyElements(allowed: EvidenceMember.maximumPieces), offset: json.position)
                }
                items.append(
                    (.evidence(Array(try piece.get(at: index)), isElement: true), Place(list: "evidence", index: index))
                )
            }
        case .other(let kind, let offset):
            throw JSONError(.shape(member: "evidence", expected: expected, found: kind), offset: offset)
        case .null: break
        }
    }

    // MARK: Strings

    /// A transaction and its renewal info, or only one of the two.
    private struct Pair {
        var transaction: [UInt8]?
        var renewalInfo: [UInt8]?

        /// Reads the member if it is one of these two. Returns false otherwise.
        mutating func read(
            _ name: JSONString, _ json: inout JSONReader, in path: @autoclosure () -> String
        ) throws(JSONError) -> Bool {
            if json.string(name, is: "signedTransactionInfo") {
                transaction = try EvidenceBody.text(&json, path() + "signedTransactionInfo")
            } else if json.string(name, is: "signedRenewalInfo") {
                renewalInfo = try EvidenceBody.text(&json, path() + "signedRenewalInfo")
            } else {
                return false
            }
            return true
        }

        var item: Item? {
            guard let transaction else { return renewalInfo.map { .jws($0, .renewalInfo) } }
            return renewalInfo.map { .status(transaction: transaction, renewalInfo: $0) }
                ?? .jws(transaction, .transaction)
        }
    }

    private mutating func latestText(_ json: inout JSONReader, _ member: String) throws(JSONError) -> [UInt8]? {
        do throws(JSONError) { try json.require(.string, "a string", in: member) } catch {
            misshapenLatest = error
            return nil
        }
        return json.unescaped(try json.string())
    }

    private static func text(
        _ json: inout JSONReader, _ path: @autoclosure () -> String
    ) throws(JSONError) -> [UInt8] {
        try json.require(.string, "a string", in: path())
        return json.unescaped(try json.string())
    }

    /// Returns the string of one member of an object. The other members are ignored.
    private static func text(
        of member: String, _ json: inout JSONReader, _ path: @autoclosure () -> String
    ) throws(JSONError) -> [UInt8]? {
        try json.require(.object, "an object", in: path())
        var text: [UInt8]?
        try json.object { (json, name) throws(JSONError) in
            guard json.string(name, is: member), json.next() != .null else { return }
            text = try self.text(&json, path() + "." + member)
        }
        return text
    }

    private mutating func append(_ item: Item, of member: String) {
        sources.insert(member)
        items.append((item, nil))
    }

    // MARK: Limits

    /// Throws if all lists together have more items than one list may have. Apple's pages have 20 transactions.
    private func requireRoom(beside count: Int? = nil, _ json: inout JSONReader) throws(JSONError) {
        guard max(items.count, count ?? 0) >= EvidenceMember.maximumPieces else { return }
        _ = json.next()
        throw JSONError(.tooManyElements(allowed: EvidenceMember.maximumPieces), offset: json.position)
    }
}
