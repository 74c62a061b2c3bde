internal import ReceiptFields
internal import ReceiptKit

/// A term to look up that isn't an error code of this library: a status of verifyReceipt, a result of Apple's
/// libraries, or a value in a ledger's JSON.
package struct WordExplanation: Sendable {
    /// The term, spelled as the user asked for it.
    package let word: String
    /// The service, library or format that uses the term.
    package let source: String
    package let meaning: String
    /// This library's codes for the same problem.
    package let codes: [String]

    /// Returns all meanings of a term, or an empty array if it is unknown.
    package static func all(of word: String) -> [WordExplanation] {
        table.filter { $0.word.utf8.elementsEqual(word.utf8) }
    }

    /// Every term, for shell completion and for suggestions after a misspelling.
    package static let words = table.map(\.word)

    private static let table = statuses + results + ledger

    private init(_ word: String, _ source: String, _ meaning: String, _ codes: [String] = []) {
        (self.word, self.source, self.meaning, self.codes) = (word, source, meaning, codes)
    }

    // MARK: verifyReceipt

    private static let statuses: [WordExplanation] = [
        ("21000", "The request wasn't sent by POST.", []),
        ("21001", "Apple no longer sends this status.", []),
        (
            "21002", "The receipt data is malformed, or Apple's service had a temporary problem: try again.",
            ["input.notReceipt", "input.base64", "der.truncated"]
        ),
        ("21003", "The receipt isn't authentic.", ["chain.untrustedRoot", "signature.invalid"]),
        ("21004", "The shared secret isn't the account's.", []),
        ("21005", "The server can't answer now: try again.", ["server.memory", "server.queue"]),
        (
            "21006",
            "The receipt is authentic and its subscription has expired. Sent only for iOS 6 transaction receipts.", []
        ),
        ("21007", "The receipt is from the sandbox, but was sent to production.", ["environment.mismatch"]),
        ("21008", "The receipt is from production, but was sent to the sandbox.", ["environment.mismatch"]),
        ("21009", "Apple's service had an internal error: try again later.", []),
        ("21010", "The customer's account can't be found, or was deleted.", []),
    ].map { WordExplanation($0, "a status of verifyReceipt", $1, $2) }

    // MARK: Apple's libraries

    private static let results: [WordExplanation] = [
        ("OK", "The JWS is authentic.", []),
        (
            "VERIFICATION_FAILURE",
            "The signature or the payload is invalid, for a reason that the library doesn't report.",
            ["signature.invalid", "jws.format", "payload.missing"]
        ),
        ("FAILURE", "The same as VERIFICATION_FAILURE in other versions.", ["signature.invalid"]),
        (
            "RETRYABLE_VERIFICATION_FAILURE",
            "Apple's OCSP server didn't answer: try again. ReceiptKit asks no server, so it has no such error.", []
        ),
        (
            "INVALID_APP_IDENTIFIER",
            "The JWS is for another bundle identifier or App Store identifier than the configured one.",
            ["bundleIdentifier.mismatch", "appAppleID.mismatch", "appAppleID.missing"]
        ),
        (
            "INVALID_ENVIRONMENT", "The JWS is for another environment than the configured one.",
            ["environment.mismatch"]
        ),
        ("INVALID_CHAIN_LENGTH", "The x5c doesn't have three certificates.", ["jws.certificates"]),
        (
            "INVALID_CERTIFICATE",
            "A certificate can't be read, has expired, lacks Apple's mark, or isn't one of the given roots.",
            ["chain.certificateMalformed", "chain.expired", "chain.notReceiptSigner", "chain.notReceiptIssuer"]
        ),
        (
            "INVALID_CHAIN", "The certificates don't lead to one of the given roots.",
            ["chain.untrustedRoot", "chain.signature"]
        ),
        ("INVALID_JWT_FORMAT", "The text isn't a JWS.", ["jws.format", "input.base64"]),
    ].map { WordExplanation($0, "a result of Apple's App Store Server Library", $1, $2) }

    // MARK: The ledger

    private static let ledger: [WordExplanation] =
        Access.states.map { WordExplanation($0, "a state of access, in a ledger's JSON", $1) }
        + Access.Missing.known.map {
            WordExplanation($0.word.rawValue, "missing evidence, in a ledger's JSON", $0.meaning)
        }
        + Access.Denial.Reason.known.map {
            WordExplanation($0.word.rawValue, "a reason for denied access, in a ledger's JSON", $0.meaning)
        }
        + Entitlement.State.known.map {
            WordExplanation($0.word.rawValue, "a state of granted access, in a ledger's JSON", $0.meaning)
        }
        + SubscriptionStatus.State.known.map {
            WordExplanation($0.word.rawValue, "a state of a subscription, in a ledger's JSON", $0.meaning)
        }
}
