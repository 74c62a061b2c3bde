internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The value of a policy's member, in the few forms that a policy has. What has none of them is `other`.
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

    /// A text that is not empty.
    var text: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }

    /// A list of texts, of which none is empty.
    var texts: [String]? { if case .texts(let texts) = self, !texts.contains("") { texts } else { nil } }

    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    var seconds: TimeInterval? {
        guard case .number(let digits) = self, let seconds = Double(digits), seconds.isFinite, seconds >= 0 else {
            return nil
        }
        return seconds
    }

    /// Certificates in base64. Whether they are certificates is asked where they are trusted.
    var certificates: [[UInt8]]? {
        guard let texts else { return nil }
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

    /// The identifiers of a device, at least one.
    var device: DeviceRequirement? {
        guard case .lists(let lists) = self, Set(lists.keys).isSubset(of: ["identifiers", "deviceVerificationIDs"])
        else { return nil }
        let texts = lists["identifiers"] ?? []
        let verification = lists["deviceVerificationIDs"] ?? []
        let identifiers =
            texts.compactMap { DeviceIdentifier.bytes(hexadecimal: $0).flatMap(DeviceIdentifier.init(bytes:)) }
            + verification.compactMap { UUID(exactly: $0).map(DeviceIdentifier.deviceVerificationID) }
        guard !identifiers.isEmpty, identifiers.count == texts.count + verification.count else { return nil }
        return .identifiers(Set(identifiers))
    }
}
