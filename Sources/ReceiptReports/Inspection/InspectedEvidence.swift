public import ReceiptFields
internal import ReceiptKit

/// The unverified contents of evidence, of any kind.
///
/// For display and diagnosis; never for a decision. Anyone may have written them.
<<<<<<< f62d208cca42095911b2028e9be73fd7cd910fd4
@nonexhaustive
public enum InspectedEvidence: Sendable {
    /// An app receipt, or what is none of the others.
    case receipt(InspectedReceipt)
    /// A JWS of StoreKit 2.
    case jws(InspectedJWS)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(InspectedTransactionReceipt)
    /// One of Apple's JSON bodies.
    case body(InspectedBody)

    /// Reads a file's contents and detects the format, as for ``EvidenceFile``.
    public init(file contents: [UInt8]) {
        self = Self.read(contents) { (text) in .body(InspectedBody(text)) }
    }

    /// Reads what stands in a JSON body or in a notification, where no JSON body can be.
    init(member text: [UInt8]) { self = Self.read(text) { _ in .receipt(InspectedReceipt(file: text)) } }

    private static func read(_ contents: [UInt8], body: ([UInt8]) -> InspectedEvidence) -> InspectedEvidence {
=======
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

    /// Reads a file's contents, of any format that a verifier reads. A damaged file gives what comes before the place where it breaks.
    public init(file contents: [UInt8]) {
        self.contents = Self.read(contents) { (text) in .body(InspectedBody(text)) }
    }

    /// Reads what stands in a JSON body or in a notification, where no JSON body can be.
    init(member text: [UInt8]) { contents = Self.read(text) { _ in .receipt(InspectedReceipt(file: text)) } }

    private static func read(_ contents: [UInt8], body: ([UInt8]) -> Contents) -> Contents {
>>>>>>> c49e1ac9
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
<<<<<<< f62d208cca42095911b2028e9be73fd7cd910fd4
        switch self {
=======
        switch contents {
>>>>>>> c49e1ac9
        case .receipt(let receipt): receipt.error
        case .jws(let jws): jws.error
        case .transactionReceipt(let receipt): receipt.error
        case .body(let body): body.error
        }
    }
}
<<<<<<< f62d208cca42095911b2028e9be73fd7cd910fd4

/// The unverified contents of one of Apple's JSON bodies: which JWS and receipts are in it.
public struct InspectedBody: Sendable {
    /// The number of the JSON body's bytes.
    public let size: Int
    /// Where its JSON breaks, or that nothing is in it. What is wrong with a JWS in it, that JWS says.
    public let error: FormatError?
    private let members: [(path: String, text: [UInt8])]

    init(_ text: [UInt8]) {
        size = text.count
        let body = EvidenceTexts(text)
        var error = body.error
        members = body.texts.flatMap { one -> [(String, [UInt8])] in
            guard InputFormat.detect(one.text) == .notReceipt(looksLike: .json) else { return [one] }
            let enclosed = EvidenceTexts(one.text)
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

    /// How many JWS and receipts there are.
    public var count: Int { members.count }

    /// Calls `body` with what is in it, in its order, each with the path of its member, such as
    /// `data[0].lastTransactions[0].signedTransactionInfo`.
    ///
    /// - Throws: what `body` throws, and nothing else.
    public func forEachEvidence<Failure: Error>(
        _ body: (_ member: String, InspectedEvidence) throws(Failure) -> Void
    ) throws(Failure) {
        for (path, text) in members { try body(path, InspectedEvidence(member: text)) }
    }
}
=======
>>>>>>> c49e1ac9
