package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of one of Apple's JSON bodies: which JWS and receipts are in it.
package struct InspectedBody: Sendable {
    /// The number of the JSON body's bytes.
    package let size: Int
    /// The first error in the JSON, or that it contains no evidence. Errors of a nested JWS are in that JWS's `error`.
    package let error: FormatError?
    private let members: [(path: String, text: [UInt8])]

    init(_ text: [UInt8]) {
        size = text.count
        let body = BodyTexts(text)
        var error = body.error
        members = body.texts.flatMap { one -> [(String, [UInt8])] in
            guard InputFormat.detect(one.text) == .notReceipt(looksLike: .json) else { return [one] }
            let enclosed = BodyTexts(one.text)
            error = enclosed.error ?? error
            // As the verifier reads it: what is in `evidence` has no `evidence` itself.
            return enclosed.texts.filter { !$0.path.hasPrefix("evidence") }.map { (one.path + "." + $0.path, $0.text) }
        }
        self.error = error ?? Self.error(text, isEmpty: members.isEmpty)
    }

    /// What the verifier says of a JSON body that is well-formed: of one without anything to show, or with a value of another kind.
    private static func error(_ text: [UInt8], isEmpty: Bool) -> FormatError? {
        do throws(FormatError) { try EvidenceBody.check(text) } catch {
            if case .jsonShape = error.reason { return error }
            if isEmpty { return error }
        }
        return isEmpty ? FormatError(.noEvidence(isEmptyPage: false), offset: 0) : nil
    }

    package var count: Int { members.count }

    /// What is in it, in its order.
    package var evidence: some Sequence<InspectedEvidence.Member> {
        members.lazy.map { (member: $0.path, evidence: InspectedEvidence(member: $0.text)) }
    }
}
