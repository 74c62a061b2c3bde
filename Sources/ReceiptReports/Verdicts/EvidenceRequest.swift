internal import ReceiptFields

/// A request of `receipt-server`: JSON with `evidence`, and with the members that its route has beside it.
///
/// A member that the route doesn't know is an error, so that a misspelt one isn't ignored. Apple's JSON bodies have no `evidence`, and have
/// whatever members Apple gives them.
@nonexhaustive
public enum EvidenceRequest: Sendable {
    case verify
    case inspect
    case ledger

    /// The members of a request for each route.
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

    /// Looks for a member that the route doesn't know. A request body that is no JSON object, or has no evidence, passes.
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
            // Reading the evidence throws what is wrong with the JSON.
            return
        }
        if hasEvidence, let unknown { throw unknown }
    }

    /// What is wrong with a member of this name, if the route doesn't know it.
    func error(_ name: JSONString, in json: JSONReader) -> RequestError? {
        if members.contains(where: { json.string(name, is: $0) }) { return nil }
        return RequestError(
            reason: .unknownMember(json.unescaped(name, atMost: 64), known: members),
            offset: name.contents.lowerBound - 1)
    }
}
