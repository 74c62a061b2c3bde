package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of a StoreKit 2 JWS: the header, the certificates and the claims. Each part is read as far as it is well-formed.
package struct InspectedJWS: Sendable {
    /// The length of the JWS, in characters.
    package let size: Int
    /// The header's bytes, which should be a JSON object.
    package private(set) var header: [UInt8]?
    /// The payload's bytes, which should be a JSON object.
    package private(set) var payload: [UInt8]?
    package private(set) var signature: [UInt8]?
    /// The certificates of `x5c` in DER, in the header's order, up to the first element that is not base64. They are unverified.
    package private(set) var certificates: [[UInt8]] = []
    /// The kind of JWS, determined from its members.
    package private(set) var kind = PayloadKind.unknown
    /// The typed fields, if the payload is well-formed.
    package private(set) var fields: UnverifiedPayload?
    /// The first error, or nil if the JWS is well-formed.
    package private(set) var error: FormatError?

    package init(_ text: [UInt8]) {
        size = text.count
        let parts: UnverifiedJWS.Parts
        do throws(FormatError) { parts = try UnverifiedJWS.Parts(text) } catch {
            self.error = error
            return
        }
        header = part(try parts.decoded(parts.header))
        readHeader()
        payload = part(try parts.decoded(parts.payload))
        readPayload()
        signature = part(try parts.decoded(parts.signature))
        if let count = signature?.count, count != 64, error == nil {
            error = FormatError(.jws(.signature(count)), offset: parts.signature.lowerBound)
        }
    }

    /// The header's members as written: `alg`, `x5c`, and any others.
    package var headerMembers: [InspectedClaim] { InspectedClaim.members(of: header ?? []) }

    /// The payload's members as written, including those that have no property of their own.
    package var claims: [InspectedClaim] { InspectedClaim.members(of: payload ?? []) }

    /// The header as JSON on one line, or nil if it is not JSON.
    package var headerJSON: String? { header.flatMap(InspectedClaim.object) }

    /// The payload as JSON on one line, or nil if it is not JSON.
    package var claimsJSON: String? { payload.flatMap(InspectedClaim.object) }

    /// The JWS in a notification.
    package var evidence: some Sequence<InspectedEvidence.Member> {
        let texts = kind == .notification ? EmbeddedEvidence(payload ?? []).texts : []
        return texts.lazy.map { (member: $0.path, evidence: InspectedEvidence(member: $0.text)) }
            .filter { if case .jws = $0.evidence.contents { true } else { false } }
    }

    /// Returns the result of `read`, or stores its error and returns nil.
    private mutating func part<T>(_ read: @autoclosure () throws(FormatError) -> T) -> T? {
        do throws(FormatError) { return try read() } catch {
            self.error = self.error ?? error
            return nil
        }
    }

    private mutating func readHeader() {
        guard let header else { return }
        for text in InspectedClaim.texts("x5c", of: header) {
            do throws(FormatError) {
                certificates.append(try Base64.decode(exactly: text[...], .standard))
            } catch { break }
        }
        // Keep the error that the verifier would throw.
        _ = part(try JWSHeader(json: header))
    }

    private mutating func readPayload() {
        guard let payload else { return }
        kind = part(try UnverifiedPayloadHeader(json: payload[...]).kind) ?? .unknown
        guard error == nil || kind != .unknown else { return }
        fields = part(try UnverifiedPayload(json: payload))
    }
}
