public import ReceiptEssentials
package import ReceiptFields
public import ReceiptKit

/// The verdict on one customer's evidence, merged into one ledger, and its JSON, which is the response of `receipt
/// ledger --merge` and `POST /v1/ledger` of `receipt-server`.
@nonexhaustive
public enum LedgerVerdict: Sendable, Hashable {
    /// All evidence was verified and belongs to the same app and environment. The JSON answers the question.
    case verified(PurchaseLedger, LedgerQuestion)
    /// The customer is known to have no evidence, and the question names products: access to each product is denied. The JSON has the same
    /// form as for ``verified(_:_:)``, but without an environment and an app.
    case noEvidence(LedgerQuestion)
    /// The first piece that failed verification. `index` is its position in the list, from 0, or nil if the list itself
    /// can't be read.
    case failed(EvidenceVerdict, index: Int?)
    /// A piece of evidence with a different app, environment or trust store than the pieces before it.
    case mismatch(LedgerError, index: Int?)

    /// Verifies the evidence in a request, such as `{"evidence": […], "asOf": "2026-01-31T12:00:00Z"}`.
    ///
    /// Each of at most 10,000 pieces is a string (a JWS, or a receipt in base64) or an object (one of Apple's JSON bodies). An empty page
    /// of the App Store Server API adds nothing, unless every piece is such a page. `asOf` is the date to ask about, a time as in RFC 3339
    /// or a day; by default, `now`. The article *Command line and JSON* explains the other members. Any further one is an error: see
    /// ``EvidenceRequest``. If the list is empty, `products` is required.
    ///
    /// - Parameters:
    ///   - body: The request body.
    ///   - verifier: The verifier to use.
    ///   - now: The time of verification.
    public init(of body: some Collection<UInt8>, by verifier: ReceiptVerifier, at now: Date) {
        self.init(of: body, by: verifier, at: now) { _ in }
    }

    /// Verifies the evidence in a request, as ``init(of:by:at:)`` does.
    ///
    /// - Parameters:
    ///   - body: The request body.
    ///   - verifier: The verifier to use.
    ///   - now: The time of verification.
    ///   - observe: Called with each piece once all pieces are verified, for instance to count its
    ///     `payloadsWithUnknownMembers`.
    public init(
        of body: some Collection<UInt8>, by verifier: ReceiptVerifier, at now: Date, observe: (VerifiedEvidence) -> Void
    ) {
        do throws(FormatError) {
            let request = try LedgerRequest(Array(body))
            if let error = request.error {
                self = .failed(.invalidRequest(error), index: nil)
                return
            }
            let pieces = VerifiedPieces(request.evidence, by: verifier, at: now)
            if case .verified(let pieces, _) = pieces { for piece in pieces { observe(piece.evidence) } }
            self.init(pieces, request.question(at: now))
        } catch {
            self = .failed(.unreadable(.malformed(error)), index: nil)
        }
    }

    package init(_ pieces: VerifiedPieces, _ question: LedgerQuestion) {
        switch pieces {
        case .failed(let verdict, let index): self = .failed(verdict, index: index)
        case .noPieces:
            self = question.products == nil ? .failed(VerifiedPieces.noEvidence, index: nil) : .noEvidence(question)
        case .verified(let pieces, _):
            switch MergedLedger(pieces.map(\.evidence)) {
            case .ledger(let ledger): self = .verified(ledger, question)
            case .mismatch(let place, let error):
                self = .mismatch(error, index: pieces.indices.contains(place) ? pieces[place].index : nil)
            }
        }
    }

    /// The verdict's value in JSON: `verified`, `refused` or `unreadable`.
    public var word: String {
        switch self {
        case .verified, .noEvidence: "verified"
        case .failed(let verdict, _): verdict.word
        case .mismatch: "refused"
        }
    }

    /// The code of the error, or nil if all evidence was verified.
    public var code: String? {
        switch self {
        case .verified, .noEvidence: nil
        case .failed(let verdict, _): verdict.code
        case .mismatch(let error, _): error.code
        }
    }

    /// The JSON: one object on one line, without a line break at the end.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object(self)
        return json.bytes
    }
}

/// Encodes the same JSON as ``json``. An encoder may write the members in another order.
extension LedgerVerdict: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        switch self {
        case .verified(let ledger, let question):
            try sink.member("verdict", word)
            try LedgerJSON(ledger: ledger, question: question).writeToVerdict(&sink)
        case .noEvidence(let question):
            try sink.member("verdict", word)
            try LedgerJSON(ledger: nil, question: question).writeToVerdict(&sink)
        case .failed(let verdict, let index):
            try sink.member("index", index)
            try verdict.writeMembers(to: &sink)
        case .mismatch(let error, let index):
            try sink.member("index", index)
            try sink.member("verdict", word)
            try sink.error(error)
        }
    }
}
