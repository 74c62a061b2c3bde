public import ReceiptFields

/// One of StoreKit 2's JWS (in compact form, RFC 7515), well-formed. Its signature is not verified.
///
/// Hand the text to a ``ReceiptVerifier``. To look inside without verifying it, ask for ``unverified``.
public struct SignedJWS: Sendable {
    /// The header's JSON.
    public let header: [UInt8]
    /// The payload's JSON. It proves nothing until it is verified.
    public let payload: [UInt8]
    /// The signature's bytes.
    public let signature: [UInt8]
    /// The certificates in the header, DER: the signer's first. Xcode's JWS have one, the App Store's three.
    public let certificates: [[UInt8]]

    /// Splits a JWS into its parts.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it is not of the form that the App Store's or Xcode's JWS have.
    public init(_ text: String) throws(FormatError) { self = try SignedJWS(Array(text.utf8)) }

    package init(_ text: [UInt8]) throws(FormatError) {
        let parts = try JWSParts(text)
        header = try parts.decoded(parts.header)
        payload = try parts.decoded(parts.payload)
        signature = try parts.decoded(parts.signature)
        do throws(FormatError) {
            certificates = try JWSHeader(json: header, certificates: (3, 3)).certificates
        } catch {
            guard error.reason == .jws(.certificates) else { throw error }
            certificates = try JWSHeader(json: header, certificates: (1, 1)).certificates
        }
    }

    /// The contents of the JWS, unverified. For display and diagnosis; never for a decision.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the payload is not one of StoreKit 2's, or not well-formed.
    public var unverified: SignedPayload {
        get throws(FormatError) { try SignedPayload(json: payload) }
    }
}
