package import ReceiptFields

/// The evidence in a JSON body, as ``BodyGrammar`` lists it.
package struct EvidenceBody {
    /// A text in the JSON body.
    package struct Text {
        package let role: BodyGrammar.Role
        /// Such as `data[0].lastTransactions[1].signedTransactionInfo`; empty unless the JSON body is displayed.
        package let path: String
        package let text: [UInt8]
    }

    /// What belongs together: a transaction with its renewal info, or one text. An element of a list may have no text.
    struct Item {
        var texts: [Text] = []

        func text(_ role: BodyGrammar.Role) -> [UInt8]? { texts.first { $0.role == role }?.text }
    }

    private(set) var items: [Item] = []
    /// A text that counts where there is none in the other member.
    private var replaceable: (text: Text, source: String, other: String)?
    /// Whether the JSON body is a page or another list.
    private(set) var isList = false
    /// The members of the JSON body in which there was evidence, or a list of it. A pair counts once.
    private var sources: Set<String> = []
    /// Whether paths are kept, and members of another kind than the grammar has are passed over.
    private let isDisplayed: Bool
    /// Where a JSON body that is displayed breaks.
    package private(set) var error: FormatError?

    /// Reads a JSON body that must hold evidence of one kind.
    init(_ text: [UInt8], _ grammar: BodyGrammar) throws(FormatError) {
        isDisplayed = false
        try read(text, grammar)
        if let replaceable, !sources.contains(replaceable.other) {
            sources.insert(replaceable.source)
            items.append(Item(texts: [replaceable.text]))
        }
        guard items.contains(where: { !$0.texts.isEmpty }) else {
            throw FormatError(.noEvidence(isEmptyPage: isList && items.isEmpty), offset: 0)
        }
        // The caller should not have to know which of two would count.
        guard sources.count == 1 else { throw FormatError(.notReceipt(looksLike: .json), offset: 0) }
    }

    /// Reads what there is in a JSON body, or in a notification's payload.
    package init(displayed text: [UInt8]) {
        isDisplayed = true
        do throws(FormatError) { try read(text, .inspected) } catch { self.error = error }
    }

    /// Its texts, in their order.
    package var texts: [Text] { items.flatMap(\.texts) }

    /// The caller limits the text's size.
    private mutating func read(_ text: [UInt8], _ grammar: BodyGrammar) throws(FormatError) {
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try read(grammar, &json, path: "", source: "")
            }
        } catch { throw FormatError(error, in: text[...]) }
    }

    /// - Parameter source: the member of the JSON body that this is in, empty for the JSON body itself.
    private mutating func read(
        _ grammar: BodyGrammar, _ json: inout JSONReader, path: String, source: String, item: Int? = nil
    ) throws(JSONError) {
        let kind = json.next()
        if kind == .null { return try json.null() }
        switch grammar {
        case .textUnless(let role, let other) where !isDisplayed:
            guard kind == .string else { return }
            replaceable = (Text(role: role, path: path, text: json.unescaped(try json.string())), source, other)
        case .text(let role), .textUnless(let role, _):
            if isDisplayed, kind != .string { return }
            sources.insert(source)
            let text = Text(role: role, path: path, text: json.unescaped(try json.string()))
            if let item { items[item].texts.append(text) } else { try append(Item(texts: [text]), &json) }
        case .either(_, let members) where kind == .object, .object(let members) where !isDisplayed || kind == .object:
            try readMembers(members, &json, path: path, source: source, item: item)
        case .array(let element) where !isDisplayed || kind == .array, .onlyArray(let element) where kind == .array,
            .either(let element, _) where kind == .array:
            try readElements(element, &json, path: path, source: source)
        case .object, .array, .onlyArray, .either: return
        }
    }

    private mutating func readMembers(
        _ members: [(name: String, value: BodyGrammar)], _ json: inout JSONReader, path: String, source: String,
        item: Int?
    ) throws(JSONError) {
        var pair = item
        try json.object { (json, name) throws(JSONError) in
            guard let member = members.first(where: { json.string(name, is: $0.name) }) else { return }
            let path = isDisplayed ? path + (path.isEmpty ? "" : ".") + member.name : ""
            var source = source.isEmpty ? member.name : source
            guard member.value.isOfPair else {
                return try read(member.value, &json, path: path, source: source, item: item)
            }
            if source == member.name { source = "pair" }
            if pair == nil, json.next() == .string {
                pair = items.count
                try append(Item(), &json)
            }
            try read(member.value, &json, path: path, source: source, item: pair)
        }
    }

    private mutating func readElements(
        _ element: BodyGrammar, _ json: inout JSONReader, path: String, source: String
    ) throws(JSONError) {
        isList = true
        sources.insert(source)
        var index = 0
        try json.array { (json) throws(JSONError) in
            try requireRoom(index, &json)
            let isItem = element.isItem
            if isItem { try append(Item(), &json) }
            try read(
                element, &json, path: isDisplayed ? "\(path)[\(index)]" : "", source: source,
                item: isItem ? items.count - 1 : nil)
            index += 1
        }
    }

    /// Of all lists together there are no more items than one list may have. Apple's pages have 20 transactions.
    private mutating func append(_ item: Item, _ json: inout JSONReader) throws(JSONError) {
        try requireRoom(items.count, &json)
        items.append(item)
    }

    private func requireRoom(_ count: Int, _ json: inout JSONReader) throws(JSONError) {
        guard count >= EvidenceMember.maximumPieces else { return }
        _ = json.next()
        throw JSONError(.tooManyElements(allowed: EvidenceMember.maximumPieces), offset: json.position)
    }
}

extension BodyGrammar {
    /// Whether it is one of two texts that belong together.
    fileprivate var isOfPair: Bool {
        switch self {
        case .text(.transaction), .text(.renewalInfo): true
        default: false
        }
    }

    /// Whether an element of a list with this grammar is a piece of evidence.
    fileprivate var isItem: Bool {
        switch self {
        case .text: true
        case .object(let members): members.contains { $0.value.isItem }
        default: false
        }
    }
}
