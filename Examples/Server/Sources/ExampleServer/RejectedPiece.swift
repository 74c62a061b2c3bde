import ReceiptKit

/// Stored evidence that the verifier rejects, because the policy is now stricter than when the evidence arrived.
package struct RejectedPiece: Error, Equatable, CustomStringConvertible {
    /// The key of the evidence in the database.
    package let digest: String
    package let error: VerificationError

    package var description: String { "\(error.code) of the stored evidence \(digest): \(error)" }
}
