public import ReceiptKit

/// The answer to a request for verifyReceipt.
public struct VerifyReceiptAnswer: Sendable {
    /// The number in the answer: 0 if the receipt is verified, or 21006 if it is a verified iOS 6 receipt whose subscription has expired.
    public let status: Int
    /// The bytes of the answer, JSON.
    public let body: [UInt8]
    /// Why the receipt was rejected, or nil where it is verified or the request itself was wrong. For your log: the bytes tell the
    /// sender no more than ``status``.
    public let error: VerificationError?

    /// Whether the receipt is verified: 0, and 21006 too, which is no error.
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
