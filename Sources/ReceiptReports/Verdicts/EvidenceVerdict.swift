public import ReceiptEssentials
package import ReceiptFields
public import ReceiptKit

/// The verdict on evidence, and the JSON of this verdict, which the command line and `receipt-server` also write.
@nonexhaustive
public enum EvidenceVerdict: Sendable, Hashable {
    /// The evidence satisfied the policy.
    case verified(VerifiedEvidence)
    /// The input is evidence, and this check failed, the first one that failed in the order of the checks.
    case refused(VerificationError)
    /// The input is not evidence, but for example empty, a page of HTML, or a PDF. The error says what it looks like.
    case unreadable(VerificationError)
    /// The request has members in addition to the evidence, and one of them is invalid. The verdict in JSON is
    /// `unreadable`.
    case invalidRequest(RequestError)

    /// Verifies a receipt in DER, BER, base64 or PEM, a JWS, or one of Apple's JSON bodies. The format is detected.
    ///
    /// - Parameters:
    ///   - contents: The contents of a file, or a request body.
    ///   - verifier: The verifier to use.
    ///   - now: The time of verification.
    public init(of contents: some Collection<UInt8>, by verifier: ReceiptVerifier, at now: Date) {
        let (contents, limits) = (Array(contents), verifier.policy.limits)
        self.init(by: verifier, at: now) { () throws(FormatError) in try EvidenceFile(contents, limits: limits) }
    }

    /// Verifies the body of a request to `POST /v1/verify`: evidence in any format, or JSON with `evidence` and nothing
    /// else.
    package init(request body: [UInt8], by verifier: ReceiptVerifier, at now: Date) {
        do throws(RequestError) {
            try EvidenceRequest.verify.check(body)
            self.init(of: body, by: verifier, at: now)
        } catch { self = .invalidRequest(error) }
    }

    /// Verifies decoded evidence, or stores the error thrown by `decode`.
    ///
    /// - Parameter isEnclosed: True if the evidence is the `evidence` member of a JSON object. The evidence then can't have such a member
    ///   itself.
    package init(
        by verifier: ReceiptVerifier, at now: Date, isEnclosed: Bool = false,
        _ decode: () throws(FormatError) -> EvidenceFile
    ) {
        do throws(VerificationError) {
            let file: EvidenceFile
            do throws(FormatError) { file = try decode() } catch { throw .malformed(error) }
            switch file {
            case .receipt(let bytes): self = .verified(.appReceipt(try verifier.verify(bytes, at: now)))
            case .text(let text):
                self = .verified(try verifier.verify(evidence: text, isEnclosed: isEnclosed, at: now))
            }
        } catch {
            self = error.isOfNoEvidence ? .unreadable(error) : .refused(error)
        }
    }

    /// The verdict's value in JSON: `verified`, `refused` or `unreadable`.
    public var word: String {
        switch self {
        case .verified: "verified"
        case .refused: "refused"
        case .unreadable, .invalidRequest: "unreadable"
        }
    }

    /// The code of the error, or nil if the contents were verified.
    public var code: String? {
        if case .invalidRequest(let error) = self { error.code } else { error?.code }
    }

    /// The reason why the evidence was not verified, or nil if it was verified or the request is invalid.
    public var error: VerificationError? {
        switch self {
        case .verified, .invalidRequest: nil
        case .refused(let error), .unreadable(let error): error
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
extension EvidenceVerdict: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("verdict", word)
        if case .verified(let evidence) = self { try evidence.writeMembers(to: &sink) }
        if let error { try sink.error(error) }
        if case .invalidRequest(let error) = self { try sink.error(error) }
    }
}

extension JSONSink {
    /// Writes the reason why something was not verified, and a hint: by default the code's remedy.
    package mutating func error(_ error: some CodedError, hint: String? = nil) throws(Failure) {
        try member("error", ErrorJSON(error, hint: hint))
    }
}

private struct ErrorJSON: JSONObject {
    let code: ErrorCode
    let `class`: ErrorClass?
    let message: String
    let hint: String?

    init(_ error: some CodedError, hint: String?) {
        (code, message) = error.words
        `class` = error.class
        self.hint = hint ?? code.remedy
    }

    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("code", code.name)
        try sink.member("class", `class`?.rawValue)
        try sink.member("message", message)
        try sink.member("hint", hint)
        try sink.member("support", code.support.rawValue)
    }
}

extension VerificationError {
    /// True if there was nothing to verify. JSON without evidence is refused instead, because whoever sends it believes
    /// it is one of Apple's responses.
    fileprivate var isOfNoEvidence: Bool {
        guard case .malformed(let error) = self else { return false }
        switch error.reason {
        case .emptyInput, .hexadecimal, .utf16, .quoted, .curlyQuotes, .dataDescription: return true
        case .notReceipt(let kind): return kind != .json
        default: return false
        }
    }
}
