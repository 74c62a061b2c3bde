internal import ReceiptFields
internal import ReceiptKit

/// Reads the members of a request for a ledger that form the question. Each function returns nil for an invalid value,
/// and may leave the value unread: the enclosing object or array skips it.
extension LedgerQuestion {
    /// `{"NAME": ["ID", …]}` or `["ID", …]`
    static func products(_ json: inout JSONReader) throws(JSONError) -> [Product]? {
        guard json.next() == .object else {
            return try identifiers(&json).map { $0.map(Product.init) }.flatMap { areAccepted($0) ? $0 : nil }
        }
        var (products, isAccepted): ([Product], Bool) = ([], true)
        try json.object { (json, name) throws(JSONError) in
            guard let identifiers = try identifiers(&json), !name.contents.isEmpty else {
                isAccepted = false
                return
            }
            products.append(Product(name: json.text(name), identifiers: identifiers))
        }
        return isAccepted && areAccepted(products) ? products : nil
    }

    /// `["ID", …]`
    static func identifiers(_ json: inout JSONReader) throws(JSONError) -> [String]? {
        var (identifiers, isAccepted): ([String], Bool) = ([], true)
        guard json.next() == .array else { return nil }
        try json.array { (json) throws(JSONError) in
            guard json.next() == .string, identifiers.count < mostProducts else {
                isAccepted = false
                return
            }
            let identifier = try json.string()
            isAccepted = isAccepted && !identifier.contents.isEmpty
            identifiers.append(json.text(identifier))
        }
        return isAccepted && !identifiers.isEmpty ? identifiers : nil
    }

    /// `"ID"` or `["ID", …]`
    static func transactionIDs(_ json: inout JSONReader) throws(JSONError) -> [String]? {
        if json.next() == .string { return transactionIDs([json.text(try json.string())]) }
        return try identifiers(&json).flatMap { transactionIDs($0) }
    }

    /// A version such as `"2.0"`
    static func version(_ json: inout JSONReader) throws(JSONError) -> String? {
        guard json.next() == .string else { return nil }
        let version = json.text(try json.string())
        return FirstAcquiredAnswer.isVersion(version) ? version : nil
    }

    /// `{"ID": DAYS}`
    static func nonRenewing(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) -> [[UInt8]: Int]? {
        var (durations, isAccepted): ([[UInt8]: Int], Bool) = ([:], true)
        guard json.next() == .object else { return nil }
        try json.object { (json, name) throws(JSONError) in
            guard let days = try number(&json, in: text, days) else {
                isAccepted = false
                return
            }
            durations[json.unescaped(name)] = days
        }
        return isAccepted ? durations : nil
    }

    static func number(
        _ json: inout JSONReader, in text: ArraySlice<UInt8>, _ range: ClosedRange<Int>
    ) throws(JSONError) -> Int? {
        guard json.next() == .number else { return nil }
        return number(String(decoding: text.part(try json.number()), as: UTF8.self), in: range)
    }
}
