internal import ReceiptFields
public import ReceiptKit

extension VerificationError {
    /// The status of verifyReceipt for this error: 21002, 21003, 21007 or 21008.
    ///
    /// A container that is malformed is 21002, the environment 21007 or 21008, all else that is signed or that a policy rejects 21003.
    /// The article *Migrating from verifyReceipt* has the table of all codes. Source: Apple, *status*, and answers of Apple's server.
    public var verifyReceiptStatus: Int {
        switch self {
        case .malformed(let error): error.verifyReceiptStatus
        case .environmentMismatch(let found, let accepted): Self.status(of: found, where: accepted)
        case .nested(_, let error): error.verifyReceiptStatus
        default: 21003
        }
    }

    /// Sends a client to the other endpoint only where that one may say something else. Apple's server knows nothing of Xcode's receipts.
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
        // What stands in a signed value, whatever the signer.
        case .missingAttribute, .repeatedAttribute, .emptyAttribute, .invalidString, .invalidDate, .numberOutOfRange,
            .wrongSize, .missingMember, .malformedMember, .otherPayload, .otherBody, .limitExceeded(.attribute, _),
            .limitExceeded(.string, _), .limitExceeded(.purchases, _):
            21003
        // The container of a transaction receipt is its `signature`, which is not signed itself.
        default: path == .container || path == .member("signature") ? 21002 : 21003
        }
    }
}
