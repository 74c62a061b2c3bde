public import ReceiptFields
internal import ReceiptKit

/// The unverified contents of evidence, of any kind.
///
/// Use them for display and diagnosis, never for a decision: anyone may have written them.
public struct InspectedEvidence: Sendable {
    package enum Contents: Sendable {
        /// An app receipt, or input that is none of the other kinds.
        case receipt(InspectedReceipt)
        /// A JWS of StoreKit 2.
        case jws(InspectedJWS)
        case transactionReceipt(InspectedTransactionReceipt)
        case body(InspectedBody)
    }

    package let contents: Contents

    /// The evidence in a member of a JSON body or notification, and the member's path, such as
    /// `data[0].lastTransactions[0].signedTransactionInfo`.
    package typealias Member = (member: String, evidence: InspectedEvidence)

    /// Reads a file's contents, in any format that the verifier accepts. From a damaged file, reads everything before
    /// the damage.
    public init(file contents: some Collection<UInt8>) {
        let contents = Array(contents)
        self.contents = Self.read(contents) { (text) in .body(InspectedBody(text)) }
    }

    /// Reads a string in a JSON body or in a notification. The string can't be a JSON body itself.
    init(member text: [UInt8]) { contents = Self.read(text) { _ in .receipt(InspectedReceipt(file: text)) } }

    private static func read(_ contents: [UInt8], body: ([UInt8]) -> Contents) -> Contents {
        let file: EvidenceFile
        do throws(FormatError) { file = try EvidenceFile(contents) } catch {
            return .receipt(InspectedReceipt(file: contents))
        }
        guard case .text(let text) = file else { return .receipt(InspectedReceipt(file: contents)) }
        return switch InputFormat.detect(text) {
        case .notReceipt(looksLike: .json)?: body(text)
        case .transactionReceipt?: .transactionReceipt(InspectedTransactionReceipt(text))
        case .jsonWebSignature?: .jws(InspectedJWS(text))
        default: .receipt(InspectedReceipt(file: contents))
        }
    }

    /// The first error, or nil if the evidence is well-formed.
    public var error: FormatError? {
        switch contents {
        case .receipt(let receipt): receipt.error
        case .jws(let jws): jws.error
        case .transactionReceipt(let receipt): receipt.error
        case .body(let body): body.error
        }
    }
}
