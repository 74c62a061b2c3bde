/// Defects of the signature, and of what was signed.
extension JWSDefect {
    static let signatures: [JWSDefect] = [
        .signatureFlipped, .otherKey, .signatureDER, .signatureShort, .signatureLong, .signatureHuge, .signatureZeroR,
        .signatureZeroS, .signatureZero, .signatureOrderR, .signatureOrderS, .signatureSwapped, .signatureTwin,
        .signedSHA384, .headerChanged, .headerRewritten, .payloadChanged, .payloadRewritten, .payloadOfAnother,
    ]

    /// One bit of the signature was flipped.
    public static let signatureFlipped = Self(
        "signature-flipped", "One bit of the signature was flipped.", .refused(.signature),
        .signed { $0.signature[$0.signature.count - 1] ^= 1 })

    /// A key signed that is not the signer's.
    public static let otherKey = Self(
        "other-key", "A key signed that is not the signer's.", .refused(.signature),
        JWSDefectSteps(unsigned: {
            $0.signingKey = .jwsDeveloper
            return true
        }))

    /// The signature is in DER.
    public static let signatureDER = Self(
        "signature-der", "The signature is in DER.", .refused(.signature),
        JWSDefectSteps(signed: { (draft) throws(TestKitError) in
            let key = draft.signingKey ?? draft.chain.signer.key
            guard key.curve != nil else { return false }
            draft.jws.signature = try key.ecdsaSignature(over: draft.jws.signingInput).der
            return true
        }))

    /// The signature lacks its last octet.
    public static let signatureShort = Self(
        "signature-short", "The signature lacks its last octet.", .refused(.signature),
        .signed { $0.signature.removeLast() })

    /// An octet follows the signature.
    public static let signatureLong = Self(
        "signature-long", "An octet follows the signature.", .refused(.signature),
        .signed { $0.signature.append(0) })

    /// The signature has 16,384 octets.
    public static let signatureHuge = Self(
        "signature-huge", "The signature has 16,384 octets.", .refused(.signature),
        .signed { $0.signature += [UInt8](repeating: 0, count: 16384 - $0.signature.count) })

    /// r is 0.
    public static let signatureZeroR = Self(
        "signature-zero-r", "r is 0.", .refused(.signature),
        .signed { $0.signature = [UInt8](repeating: 0, count: 32) + $0.signature.suffix(32) })

    /// s is 0.
    public static let signatureZeroS = Self(
        "signature-zero-s", "s is 0.", .refused(.signature),
        .signed { $0.signature = $0.signature.prefix(32) + [UInt8](repeating: 0, count: 32) })

    /// r and s are 0.
    public static let signatureZero = Self(
        "signature-zero", "r and s are 0.", .refused(.signature),
        .signed { $0.signature = [UInt8](repeating: 0, count: 64) })

    /// r is the order of the curve.
    public static let signatureOrderR = Self(
        "signature-order-r", "r is the order of the curve.", .refused(.signature),
        .signed { $0.signature = TestCurve.p256.order + $0.signature.suffix(32) })

    /// s is the order of the curve.
    public static let signatureOrderS = Self(
        "signature-order-s", "s is the order of the curve.", .refused(.signature),
        .signed { $0.signature = $0.signature.prefix(32) + TestCurve.p256.order })

    /// s stands before r.
    public static let signatureSwapped = Self(
        "signature-swapped", "s stands before r.", .refused(.signature),
        .signed { $0.signature = Array($0.signature.suffix(32) + $0.signature.prefix(32)) })

    /// s is the order less s: another signature over the same, which anybody can make.
    public static let signatureTwin = Self(
        "signature-twin", "s is the order less s: another signature over the same, which anybody can make.", .accepted,
        .signed { $0.signature = $0.signature.twin })

    /// The signer's right key signed, over SHA-384.
    public static let signedSHA384 = Self(
        "signed-sha384", "The signer's right key signed, over SHA-384.", .refused(.signature),
        JWSDefectSteps(unsigned: {
            $0.digest = .sha384
            return true
        }))

    /// A member was added to the header after it was signed.
    public static let headerChanged = Self(
        "header-changed", "A member was added to the header after it was signed.", .refused(.signature),
        .signed { $0.header.append("typ", "\"JWT\"") })

    /// The header was written anew after it was signed, with the same meaning.
    public static let headerRewritten = Self(
        "header-rewritten", "The header was written anew after it was signed, with the same meaning.",
        .refused(.signature),
        .signed { $0.rawOctets[.header] = Array((" " + $0.header.text).utf8) })

    /// A member of the payload was changed after it was signed.
    public static let payloadChanged = Self(
        "payload-changed", "A member of the payload was changed after it was signed.", .refused(.signature),
        .signed { $0.payload.append("note", "1") })

    /// The payload was written anew after it was signed, with the same meaning.
    public static let payloadRewritten = Self(
        "payload-rewritten", "The payload was written anew after it was signed, with the same meaning.",
        .refused(.signature),
        .signed { $0.rawOctets[.payload] = Array((" " + $0.payload.text).utf8) })

    /// The payload is another JWS's, with an app of the same signer's.
    public static let payloadOfAnother = Self(
        "payload-of-another", "The payload is another JWS's, with an app of the same signer's.", .refused(.signature),
        in: [.transaction],
        .signed { $0.payload.set("transactionId", "\"410000999999999\"") })
}

extension [UInt8] {
    /// Of 64 octets r and s, the other signature that fits.
    fileprivate var twin: [UInt8] {
        TestECDSASignature(curve: .p256, r: Array(prefix(32)), s: Array(suffix(32))).twin.raw
    }
}
