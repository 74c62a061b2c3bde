public import ReceiptEssentials

/// An error thrown when bytes aren't well-formed evidence. It states the fault, its location, and what was found there.
///
/// The error is only about the format; `VerificationError` states why well-formed evidence isn't genuine.
///
/// Compare errors by ``code``; the text of ``description`` may change between releases.
public struct FormatError: Error, Hashable, Sendable {
    /// The fault, with details.
    package let reason: Reason
    /// The field in which the error occurred; `.container` if no field was being read.
    public let path: FieldPath
    /// The offset in bytes from the start of the input. If the content of a receipt is in several pieces (BER), the offset of an error
    /// inside the content is relative to the start of the joined content.
    public let offset: Int

    package init(_ reason: Reason, path: FieldPath = FieldPath.container, offset: Int) {
        self.reason = reason
        self.path = path
        self.offset = offset
    }

    /// Returns this error, located at `path`.
    package func at(_ path: FieldPath) -> FormatError { FormatError(reason, path: path, offset: offset) }

    /// A stable name for this kind of error, such as `attribute.missing`, for logs, metrics and programs that read them.
    public var code: String { reason.words.code.name }

    /// The likely reason. See ``ErrorClass``. Every error of this type has one.
    public var `class`: ErrorClass? {
        let likely = words.code.class
        // This attribute is read before the signature is verified; all others only if a trusted signer signed them.
        return likely == .unsupported && path == .receipt(.creationDate) ? .damaged : likely
    }

    /// True if the JSON body is an empty list of Apple's, such as the last page of a transaction history (`"signedTransactions": []`).
    /// Ignore this error if you merge the page with other evidence.
    public var isEmptyPage: Bool { reason == .noEvidence(isEmptyPage: true) }
}

extension FormatError: CodedError, CustomStringConvertible, LocalizedError {
    /// One line that states what was found, what was expected, and where. Strings from the input are escaped.
    public var description: String { words.text }

    package var words: (code: ErrorCode, text: String) {
        var (code, text) = reason.words
        // Apple would sign the same transaction without the member again.
        if isOfBundleIdentifier {
            code = code.because(
                remedy: """
                    Apple signed it this way, and would do so again: use other evidence of the purchase, such as the app receipt or another \
                    transaction of the subscription, and report it to Apple.
                    """)
        }
        switch reason {
        case .emptyInput, .notReceipt, .hexadecimal, .utf16, .quoted, .decoded, .transactionReceipt, .jsonWebSignature,
            .jws(.parts), .jws(.noCertificates), .jws(.foreignCertificates), .otherPayload, .otherForm, .noEvidence,
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

    /// The same as ``description``, in English. `localizedDescription` returns it.
    public var errorDescription: String? { description }
}
