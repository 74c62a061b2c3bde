public import ReceiptKit

/// The answer to a request for verifyReceipt.
public struct VerifyReceiptAnswer: Sendable {
    /// The number in the answer: 0 where the receipt was believed, and 21006 where it was, and is of a subscription that is over (iOS 6).
    public let status: Int
    /// The bytes of the answer, JSON.
    public let body: [UInt8]
    /// Why the receipt was refused, or nil where it was believed or the request itself was wrong. For your log: the bytes tell the
    /// sender no more than ``status``.
    public let error: VerificationError?

    /// Whether the receipt was believed: 0, and 21006 too, which is no error.
    public var isVerified: Bool { status == 0 || status == 21006 }

    init(status: Int, body: [UInt8], error: VerificationError? = nil) {
        self.status = status
        self.body = body
        self.error = error
    }

    /// An answer that has nothing but its number.
    init(status: Int, error: VerificationError? = nil) {
        self.init(status: status, body: Array(#"{"status":\#(status)}"#.utf8), error: error)
    }
}
