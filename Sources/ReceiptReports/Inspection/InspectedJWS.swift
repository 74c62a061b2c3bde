public import ReceiptFields
internal import ReceiptKit

/// The unverified contents of one of StoreKit 2's JWS: header, certificates, claims, each as far as it is
/// well-formed.
///
/// ```swift
/// if case .jws(let jws) = InspectedEvidence(file: contents) {
///     for claim in jws.claims { print(claim.name, claim.json) }
/// }
/// ```
///
/// For display and diagnosis; never for a decision. Anyone may have written them.
public struct InspectedJWS: Sendable {
    /// The number of the JWS's characters.
    public let size: Int
    /// The header's bytes, which should be a JSON object.
    public private(set) var header: [UInt8]?
    /// The payload's bytes, which should be a JSON object.
    public private(set) var payload: [UInt8]?
    /// The signature's bytes.
    public private(set) var signature: [UInt8]?
    /// The certificates of `x5c`, DER, in the header's order, up to the first that is not base64. They are unverified.
    public private(set) var certificates: [[UInt8]] = []
    /// Which kind of JWS it is, told by the members that it has.
    public private(set) var kind = PayloadKind.unknown
    /// The typed fields, if the payload is well-formed.
    public private(set) var fields: SignedPayload?
    /// Where it breaks, or nil if all of it is well-formed.
    public private(set) var error: FormatError?

    /// Reads what there is of a JWS.
    public init(_ text: [UInt8]) {
        size = text.count
        let parts: JWSParts
        do throws(FormatError) { parts = try JWSParts(text) } catch {
            self.error = error
            return
        }
        header = part(try parts.decoded(parts.header))
        readHeader()
        payload = part(try parts.decoded(parts.payload))
        readPayload()
        signature = part(try parts.decoded(parts.signature))
        if let count = signature?.count, count != 64, error == nil {
            error = FormatError(.jwsSignature(count), offset: parts.signature.lowerBound)
        }
    }

    /// The header's members as they stand there: `alg`, `x5c`, and whatever else stands beside them.
    public var headerMembers: [InspectedClaim] { InspectedClaim.members(of: header ?? []) }

    /// The payload's members as they stand there, those without a property of their own as well.
    public var claims: [InspectedClaim] { InspectedClaim.members(of: payload ?? []) }

    /// The header as JSON on one line, or nil if it is not JSON.
    public var headerJSON: String? { header.flatMap(InspectedClaim.object) }

    /// The payload as JSON on one line, or nil if it is not JSON.
    public var claimsJSON: String? { payload.flatMap(InspectedClaim.object) }

    /// Calls `body` with the JWS that a notification holds, each with the path of its member, such as `data.signedTransactionInfo`.
    ///
    /// - Throws: what `body` throws, and nothing else.
    public func forEachJWS<Failure: Error>(
        _ body: (_ member: String, InspectedJWS) throws(Failure) -> Void
    ) throws(Failure) {
        guard kind == .notification, let payload else { return }
        for one in EvidenceTexts(payload).texts {
            if case .jws(let jws) = InspectedEvidence(member: one.text) { try body(one.path, jws) }
        }
    }

    /// What `read` gives, or nil with an error.
    private mutating func part<T>(_ read: @autoclosure () throws(FormatError) -> T) -> T? {
        do throws(FormatError) { return try read() } catch {
            self.error = self.error ?? error
            return nil
        }
    }

    private mutating func readHeader() {
        guard let header else { return }
        certificates = InspectedClaim.texts("x5c", of: header).prefixDecoded
        // What the verifier would say, by how many certificates there are.
        let count = certificates.count == 1 ? (1, 1) : (3, 3)
        _ = part(try JWSHeader(json: header, certificates: count))
    }

    private mutating func readPayload() {
        guard let payload else { return }
        kind = part(try UnverifiedPayloadHeader(json: payload[...]).kind) ?? .unknown
        guard error == nil || kind != .unknown else { return }
        fields = part(try SignedPayload(json: payload))
    }
}

extension [[UInt8]] {
    /// What these texts are base64 of, up to the first that is not.
    fileprivate var prefixDecoded: [[UInt8]] {
        var all: [[UInt8]] = []
        for text in self {
            let characters = text[...]
            do throws(FormatError) { all.append(try Base64.decode(exactly: characters.span, .standard, at: 0)) } catch {
                return all
            }
        }
        return all
    }
}
