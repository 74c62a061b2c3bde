internal import ReceiptFields

/// The kind of a request to `receipt-server`: JSON with `evidence`, and with the further members that the request's
/// route accepts.
///
/// An unknown member is an error, so that a misspelled one isn't ignored. Apple's JSON bodies have no `evidence` member, so this rule
/// doesn't apply to them: Apple may add members.
@nonexhaustive
public enum EvidenceRequest: Sendable {
    case verify
    case inspect
    case ledger

    /// The names of the members that the route accepts.
    package var members: [String] {
        switch self {
        case .verify, .inspect: ["evidence"]
        case .ledger:
            [
                "evidence", "asOf", "products", "staleAfter", "nonRenewing", "introductoryOfferProducts", "transaction",
                "firstAcquiredBefore",
            ]
        }
    }

    /// Throws if the request has a member that the route doesn't accept. Accepts a request body that is no JSON object,
    /// or has no evidence.
    ///
    /// - Throws: ``RequestError``, with code `request.unknownMember`.
    public func check(_ body: some Collection<UInt8>) throws(RequestError) {
        let text = WhiteSpace.withoutByteOrderMark(Array(body)[...])
        guard text.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "{") else { return }
        var (hasEvidence, unknown): (Bool, RequestError?) = (false, nil)
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "evidence") { hasEvidence = json.next() != .null }
                    unknown = unknown ?? error(name, in: json)
                }
            }
        } catch {
            // Ignore malformed JSON here; reading the evidence throws the error for it.
            return
        }
        if hasEvidence, let unknown { throw unknown }
    }

    /// Returns the error for a member of this name, or nil if the route accepts it.
    func error(_ name: JSONString, in json: JSONReader) -> RequestError? {
        if members.contains(where: { json.string(name, is: $0) }) { return nil }
        return RequestError(
            reason: .unknownMember(json.unescaped(name, atMost: 64), known: members),
            offset: name.contents.lowerBound - 1)
    }
}
