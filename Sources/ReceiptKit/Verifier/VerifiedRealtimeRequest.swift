public import ReceiptEssentials
public import ReceiptFields

/// A request of the Retention Messaging API that satisfied a policy.
///
/// It names a subscription of your app but proves no purchase, so it isn't ``Evidence`` and can't be added to a ledger.
@dynamicMemberLookup
public struct VerifiedRealtimeRequest: Sendable, Hashable {
    let checked: Checked<RealtimeRequestPayload>

    /// The verified contents.
    public var realtimeRequest: RealtimeRequestPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``realtimeRequest``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<RealtimeRequestPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension ReceiptVerifier {
    /// Verifies a request of the Retention Messaging API, which asks your server for a message before a customer cancels.
    ///
    /// The request contains no bundle identifier. Therefore, the policy's ``ReceiptPolicy/appAppleID`` must be set and must match in every
    /// environment, whatever ``ReceiptPolicy/bundleIdentifiers`` is. The verifier doesn't check the policy's device. If
    /// ``ReceiptPolicy/appVersion`` is set, the verifier rejects every such request, because none contains a version.
    ///
    /// No other method accepts such a request: ``verify(evidence:at:)-(Collection<UInt8>,_)`` rejects it with the code
    /// `payload.realtimeRequest`.
    ///
    /// - Parameters:
    ///   - jws: the `signedPayload` of the request body. The body of a notification has a member of the same name; only the signed payload
    ///     distinguishes the two.
    ///   - now: the time of verification. The certificates must have been valid on the date of signing instead.
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(realtimeRequest jws: String, at now: Date) throws(VerificationError) -> VerifiedRealtimeRequest {
        VerifiedRealtimeRequest(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
    }
}
