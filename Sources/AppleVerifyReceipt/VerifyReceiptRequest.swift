internal import ReceiptFields

/// The request of a client.
///
/// | Member | Value |
/// | --- | --- |
/// | `receipt-data` | the receipt in base64, required |
/// | `password` | the app's shared secret |
/// | `exclude-old-transactions` | `true` or `false` |
/// | `evidence` | a list of later evidence, each a string or one of Apple's JSON bodies; Apple's server has no such member |
///
/// Null is treated as absent. A value of another type makes the request invalid. Other members are ignored.
struct VerifyReceiptRequest {
    /// The receipt in base64. If nothing in it is escaped, as is usual, it is a slice of the JSON body, because a copy would nearly double
    /// the memory.
    private(set) var receiptData: ArraySlice<UInt8> = []
    private(set) var password: [UInt8]?
    private(set) var excludesOldTransactions = false
    private(set) var evidence: [ArraySlice<UInt8>] = []

    /// The number of bytes allowed in addition to the receipt, including later evidence. Without evidence, clients send only a secret.
    private static let room = 1 << 16

    init(_ body: [UInt8], limits: ReceiptLimits) throws(Refusal) {
        // A receipt in base64 may be half as long again as its bytes, and its slashes and line breaks may be escaped.
        let limits = JSONLimits(maximumSize: limits.maximumInputSize * 2 + Self.room)
        do throws(JSONError) {
            try JSONReader.read(body[...], limits: limits) { (json) throws(JSONError) in
                try readMembers(&json, of: body)
            }
        } catch {
            throw Refusal(status: 21002)
        }
    }

    private mutating func readMembers(_ json: inout JSONReader, of body: [UInt8]) throws(JSONError) {
        try json.object { (json, name) throws(JSONError) in
            // Null is skipped, like everything that isn't read.
            if json.next() == .null { return }
            if json.string(name, is: "receipt-data") {
                receiptData = json.bytes(of: try json.string(), in: body[...])
            } else if json.string(name, is: "password") {
                password = json.unescaped(try json.string())
            } else if json.string(name, is: "exclude-old-transactions") {
                excludesOldTransactions = try json.boolean()
            } else if json.string(name, is: "evidence") {
                guard case .list(let elements) = try EvidenceMember(&json, in: body[...]),
                    elements.count <= EvidenceMember.maximumPieces
                else { throw JSONError(.expected("a list of texts and objects"), offset: json.position) }
                for (index, element) in elements.enumerated() { evidence.append(try element.get(at: index)) }
            }
        }
    }
}
