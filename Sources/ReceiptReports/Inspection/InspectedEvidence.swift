public import ReceiptFields
internal import ReceiptKit

/// The unverified contents of evidence, of any kind.
///
/// For display and diagnosis; never for a decision. Anyone may have written them.
public struct InspectedEvidence: Sendable {
    package enum Contents: Sendable {
        /// An app receipt, or what is none of the others.
        case receipt(InspectedReceipt)
        /// A JWS of StoreKit 2.
        case jws(InspectedJWS)
        case transactionReceipt(InspectedTransactionReceipt)
        case body(InspectedBody)
    }

    package let contents: Contents

    /// What a member of a JSON body or of a notification has, and the member's path, such as
    /// `data[0].lastTransactions[0].signedTransactionInfo`.
    package typealias Member = (member: String, evidence: InspectedEvidence)

    /// Reads a file's contents, of any format that a verifier reads. A damaged file gives what comes before the place where it breaks.
    public init(file contents: some Collection<UInt8>) {
        let contents = Array(contents)
        self.contents = Self.read(contents) { (text) in .body(InspectedBody(text)) }
    }

    /// Reads what stands in a JSON body or in a notification, where no JSON body can be.
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

    /// Where it breaks, or nil if all of it is well-formed.
    public var error: FormatError? {
        switch contents {
        case .receipt(let receipt): receipt.error
        case .jws(let jws): jws.error
        case .transactionReceipt(let receipt): receipt.error
        case .body(let body): body.error
        }
    }
}
