internal import ReceiptFields

/// The value of a policy's member, in one of the forms that policies use, or `other`.
enum PolicyValue: Equatable {
    case null
    case boolean(Bool)
    case text(String)
    case number(String)
    case texts([String])
    case lists([String: [String]])
    case other

    init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        case .null:
            try json.null()
            self = .null
        case .boolean: self = .boolean(try json.boolean())
        case .string: self = .text(json.text(try json.string()))
        case .number: self = .number(String(decoding: text.part(try json.number()), as: UTF8.self))
        case .array: self = try Self.texts(&json).map(Self.texts) ?? .other
        case .object:
            var (lists, isAccepted): ([String: [String]], Bool) = ([:], true)
            try json.object { (json, name) throws(JSONError) in
                let texts = json.next() == .array ? try Self.texts(&json) : nil
                isAccepted = isAccepted && texts != nil
                lists[json.text(name)] = texts
            }
            self = isAccepted ? .lists(lists) : .other
        case nil:
            try json.skip()
            self = .other
        }
    }

    private static func texts(_ json: inout JSONReader) throws(JSONError) -> [String]? {
        var (texts, isAccepted): ([String], Bool) = ([], true)
        try json.array { (json) throws(JSONError) in
            guard json.next() == .string else {
                isAccepted = false
                return
            }
            texts.append(json.text(try json.string()))
        }
        return isAccepted ? texts : nil
    }

    /// Decodes certificates from base64. ``PolicyDescription`` parses them.
    static func certificates(_ texts: [String]) -> [[UInt8]]? {
        var certificates: [[UInt8]] = []
        for text in texts {
            do throws(FormatError) {
                let limits = ReceiptLimits()
                let bytes = Array(text.utf8)[...]
                certificates.append(
                    try Base64.decode(bytes, maximumInputSize: limits.maximumCertificateSize, isReceipt: false))
            } catch { return nil }
        }
        return certificates
    }
}
