internal import ReceiptFields
public import ReceiptKit

extension VerificationError {
    /// The status of verifyReceipt for this error: 21002, 21003, 21007 or 21008.
    ///
    /// The status of a malformed container is 21002. The status of a wrong environment is 21007 or 21008. The status of any other fault in
    /// signed content, and of a rejection by the policy, is 21003. The article *Migrating from verifyReceipt* has a table of all codes.
    /// Source: Apple, *status*, and responses of Apple's server.
    public var verifyReceiptStatus: Int {
        switch self {
        case .malformed(let error): error.verifyReceiptStatus
        case .environmentMismatch(let found, let accepted): Self.status(of: found, where: accepted)
        case .nested(_, let error): error.verifyReceiptStatus
        default: 21003
        }
    }

    /// Returns a status that sends a client to the other endpoint only if the other endpoint may respond differently. Apple's server
    /// doesn't know Xcode's receipts.
    private static func status(of found: StoreEnvironment, where accepted: Set<StoreEnvironment>) -> Int {
        if found.isXcode { return 21002 }
        if accepted.contains(found) { return 21003 }
        if found == .production { return 21008 }
        return accepted.contains(.production) ? 21007 : 21003
    }
}

extension FormatError {
    fileprivate var verifyReceiptStatus: Int {
        switch reason {
        // Faults in signed values, whoever signed them.
        case .missingAttribute, .repeatedAttribute, .emptyAttribute, .invalidString, .invalidDate, .numberOutOfRange,
            .wrongSize, .missingMember, .malformedMember, .otherPayload, .otherForm, .limitExceeded(.attribute, _),
            .limitExceeded(.string, _), .limitExceeded(.purchases, _):
            21003
        // The container of a transaction receipt is its `signature`, which isn't signed itself.
        default: path == .container || path == .member("signature") ? 21002 : 21003
        }
    }
}
