public import ReceiptKit

/// The response to a request for verifyReceipt.
public struct VerifyReceiptAnswer: Sendable {
    /// The status in the response: 0 if the receipt is verified, or 21006 if it is a verified iOS 6 receipt whose subscription has expired.
    public let status: Int
    /// The JSON body of the response.
    public let body: [UInt8]
    /// The reason why the receipt was rejected. Nil if it is verified, or if the request itself was wrong. Use it for your log: the body
    /// tells the sender only the ``status``.
    public let error: VerificationError?

    /// True if the receipt is verified: the status is 0 or 21006, which isn't an error.
    public var isVerified: Bool { status == 0 || status == 21006 }

    init(status: Int, body: [UInt8], error: VerificationError? = nil) {
        self.status = status
        self.body = body
        self.error = error
    }

    /// Creates a response that contains only its status.
    init(status: Int, error: VerificationError? = nil) {
        self.init(status: status, body: Array(#"{"status":\#(status)}"#.utf8), error: error)
    }
}
