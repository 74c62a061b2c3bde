package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of one of Apple's JSON bodies: the JWS and receipts in it.
package struct InspectedBody: Sendable {
    /// The size of the JSON body, in bytes.
    package let size: Int
    /// The first error in the JSON, or an error saying that it contains no evidence. Errors of a nested JWS are in that
    /// JWS's `error`.
    package let error: FormatError?
    private let members: [(path: String, text: [UInt8])]

    init(_ text: [UInt8]) {
        size = text.count
        let body = EmbeddedEvidence(text)
        var error = body.error
        members = body.texts.flatMap { one -> [(String, [UInt8])] in
            guard InputFormat.detect(one.text) == .notReceipt(looksLike: .json) else { return [one] }
            let enclosed = EmbeddedEvidence(one.text)
            error = enclosed.error ?? error
            // Like the verifier, don't look for another `evidence` inside `evidence`.
            return enclosed.texts.filter { !$0.path.hasPrefix("evidence") }.map { (one.path + "." + $0.path, $0.text) }
        }
        self.error = error ?? Self.error(text, isEmpty: members.isEmpty)
    }

    /// Returns the error that the verifier throws for a well-formed JSON body without evidence, or with a value of the
    /// wrong type.
    private static func error(_ text: [UInt8], isEmpty: Bool) -> FormatError? {
        do throws(FormatError) { try EvidenceBody.check(text) } catch {
            if case .jsonShape = error.reason { return error }
            if isEmpty { return error }
        }
        return isEmpty ? FormatError(.noEvidence(isEmptyPage: false), offset: 0) : nil
    }

    package var count: Int { members.count }

    /// The evidence in the JSON body, in its order.
    package var evidence: some Sequence<InspectedEvidence.Member> {
        members.lazy.map { (member: $0.path, evidence: InspectedEvidence(member: $0.text)) }
    }
}
