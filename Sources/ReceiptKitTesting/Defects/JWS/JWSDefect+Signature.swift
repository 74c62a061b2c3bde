/// Defects of the signature, and of the signed bytes.
extension JWSDefect {
    static let signatures: [Self] = [
        Self(
            "signature-flipped", "One bit of the signature was flipped.", .signature,
            .signed { $0.signature[$0.signature.count - 1] ^= 1 }),
        Self(
            "other-key", "A key other than the signer's signed the JWS.", .signature,
            .signing(with: .jwsDeveloper)),
        Self(
            "signature-der", "The signature is in DER.", .signature,
            .init(.signed) { draft in
                let key = draft.signingKey ?? draft.chain.signer.key
                guard key.curve != nil else { throw NothingToSpoil() }
                draft.jws.signature = try key.ecdsaSignature(over: draft.jws.signingInput).der
            }),
        Self(
            "signature-short", "The signature lacks its last byte.", .signature, .signed { $0.signature.removeLast() }),
        Self("signature-long", "A byte follows the signature.", .signature, .signed { $0.signature.append(0) }),
        Self(
            "signature-huge", "The signature has 16,384 bytes.", .signature,
            .signed { $0.signature += [UInt8](repeating: 0, count: 16384 - $0.signature.count) }),
        Self(
            "signature-zero-r", "r is 0.", .signature,
            .signed { $0.signature = [UInt8](repeating: 0, count: 32) + $0.signature.suffix(32) }),
        Self(
            "signature-zero-s", "s is 0.", .signature,
            .signed { $0.signature = $0.signature.prefix(32) + [UInt8](repeating: 0, count: 32) }),
        Self(
            "signature-zero", "r and s are 0.", .signature, .signed { $0.signature = [UInt8](repeating: 0, count: 64) }),
        Self(
            "signature-order-r", "r is the order of the curve.", .signature,
            .signed { $0.signature = TestCurve.p256.order + $0.signature.suffix(32) }),
        Self(
            "signature-order-s", "s is the order of the curve.", .signature,
            .signed { $0.signature = $0.signature.prefix(32) + TestCurve.p256.order }),
        Self(
            "signature-swapped", "s comes before r.", .signature,
            .signed { $0.signature = Array($0.signature.suffix(32) + $0.signature.prefix(32)) }),
        Self(
            "signature-twin", "s is replaced by the order minus s: a second valid signature, made without the key.",
            nil,
            .signed { $0.signature = $0.signature.otherForm }),
        Self(
            "signed-sha384", "The signer's own key signed the JWS, but over SHA-384.", .signature,
            .digest(.sha384)),
        Self(
            "header-changed", "A member was added to the header after it was signed.", .signature,
            .signed { $0.header.append("typ", "\"JWT\"") }),
        Self(
            "header-rewritten", "The header was rewritten after it was signed, with the same meaning.", .signature,
            .signed { $0.wrap(.header, " ", "") }),
        Self(
            "payload-changed", "A member of the payload was changed after it was signed.", .signature,
            .signed { $0.payload.append("note", "1") }),
        Self(
            "payload-rewritten", "The payload was rewritten after it was signed, with the same meaning.", .signature,
            .signed { $0.wrap(.payload, " ", "") }),
        Self(
            "payload-of-another", "The payload is that of another JWS, for another purchase, by the same signer.",
            .signature,
            in: [.transaction], .signed { $0.payload.set("transactionId", "\"410000999999999\"") }),
    ]
}

extension [UInt8] {
    /// The other valid form of a 64-byte signature of `r` and `s`: the same `r` with the negated `s`.
    fileprivate var otherForm: [UInt8] {
        TestECDSASignature(curve: .p256, r: Array(prefix(32)), s: Array(suffix(32))).otherForm.raw
    }
}
