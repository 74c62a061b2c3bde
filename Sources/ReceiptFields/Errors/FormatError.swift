public import ReceiptEssentials

/// Why some bytes are not well-formed evidence: what is wrong, where, and what was found there.
///
/// Says only that the format is wrong; `VerificationError` says why a well-formed one is not genuine.
///
/// Compare errors by ``code``; the text of ``description`` may change between releases.
public struct FormatError: Error, Hashable, Sendable {
    /// What is wrong, with the evidence.
    package let reason: Reason
    /// The attribute that was being read; empty while the container was being read.
    public let path: FieldPath
    /// Where: bytes from the start of the receipt. If the content comes in several pieces (BER), an error inside the content
    /// counts from the start of the joined content.
    public let offset: Int

    package init(_ reason: Reason, path: FieldPath = FieldPath.container, offset: Int) {
        self.reason = reason
        self.path = path
        self.offset = offset
    }

    /// This error, said of the attribute at `path`.
    package func at(_ path: FieldPath) -> FormatError { FormatError(reason, path: path, offset: offset) }

    /// A stable name for this kind of error, such as `attribute.missing`: for logs, metrics and programs that read them.
    public var code: String { reason.words.code.name }

    /// The likely reason: see ``ErrorClass``. Every error of this type has one.
    public var `class`: ErrorClass? {
        let likely = words.code.class
        // This attribute is read before the signature is checked, all others only of what a trusted signer signed.
        return likely == .unsupported && path == .receipt(.creationDate) ? .damaged : likely
    }

    /// Whether the JSON body is a list of Apple's that is empty, such as the last page of a transaction history
    /// (`"signedTransactions": []`): where other evidence is merged it can be left out.
    public var isEmptyPage: Bool { reason == .noEvidence(isEmptyPage: true) }
}

extension FormatError: CodedError, CustomStringConvertible, LocalizedError {
    /// One line: what was found, what was expected, where. Text that came from the receipt is escaped.
    public var description: String { words.text }

    package var words: (code: ErrorCode, text: String) {
        var (code, text) = reason.words
        // The same transaction is signed without it again.
        if isOfBundleIdentifier {
            code = code.because(
                remedy: """
                    Apple signed it so, and would again: use other evidence of the purchase, such as the app receipt or another \
                    transaction of the subscription, and report it to Apple.
                    """)
        }
        switch reason {
        case .emptyInput, .notReceipt, .hexadecimal, .utf16, .quoted, .decoded, .transactionReceipt, .jsonWebSignature,
            .jws(.parts), .jws(.noCertificates), .jws(.foreignCertificates), .otherPayload, .otherBody, .noEvidence,
            .curlyQuotes,
            .almostJSON, .dataDescription, .contentAlone, .evidenceElsewhere, .otherJSON:
            return (code, text)
        default:
            let place = path == .container ? "at byte \(offset)" : "in \(path), at byte \(offset)"
            return (code, "\(text) \(place)")
        }
    }

    private var isOfBundleIdentifier: Bool {
        guard reason == .missingMember || reason == .malformedMember, case .member(let name) = path else {
            return false
        }
        return name.utf8.elementsEqual("bundleId".utf8) || name.hasSuffix(".bundleId")
    }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}
