internal import ReceiptFields

/// A JWS whose signature holds. What it says was not looked at yet, but for its date.
struct VerifiedJWS: Sendable {
    let outline: UnverifiedPayloadHeader
    let payload: [UInt8]
    let signer: TrustedSigner
    let contentDigest: ContentDigest
}
