/// Deterministic ECDSA (RFC 6979 §3.2): the nonce is derived from the key and the message, so that the same message always gets the same
/// signature. swift-crypto uses a random nonce, with which a JWS would have different bytes in every run.
struct DeterministicNonce {
    private let curve: TestCurve
    private let digest: TestDigest
    private let field: ScalarField
    private let scalar: [UInt8]

    init(curve: TestCurve, digest: TestDigest, scalar: [UInt8]) {
        self.curve = curve
        self.digest = digest
        self.scalar = scalar
        field = ScalarField(order: curve.order)
    }

    /// Computes s = (hash + r × private key) / nonce, where r is the x of nonce × base point (FIPS 186-5 §6.4.1).
    func signature(over message: [UInt8]) -> TestECDSASignature? {
        // Truncate a hash that is longer than the order. The orders of both curves are whole bytes.
        let hash = field.number(Array(digest.hash(message).prefix(curve.coordinateSize)))
        return firstCandidate(field.octets(hash)) { nonce in
            guard let point = curve.point(nonce) else { return nil }
            let r = field.number(Array(point[1...curve.coordinateSize]))
            let sum = field.add(hash, field.multiply(r, field.number(scalar)))
            let s = field.multiply(field.inverse(of: field.number(nonce)), sum)
            guard r != field.zero, s != field.zero else { return nil }
            return TestECDSASignature(curve: curve, r: field.octets(r), s: field.octets(s))
        }
    }

    /// Returns the result for the first candidate of step h that is in range. The probability of needing a second one
    /// is 2^-32 at most.
    private func firstCandidate(
        _ hash: [UInt8], _ make: ([UInt8]) -> TestECDSASignature?
    ) -> TestECDSASignature? {
        var value = [UInt8](repeating: 1, count: digest.hash([]).count)
        var key = [UInt8](repeating: 0, count: value.count)
        for separator: UInt8 in [0, 1] {
            key = digest.authenticationCode(of: value + [separator] + scalar + hash, key: key)
            value = digest.authenticationCode(of: value, key: key)
        }
        for _ in 0..<8 {
            var candidate: [UInt8] = []
            while candidate.count < curve.coordinateSize {
                value = digest.authenticationCode(of: value, key: key)
                candidate += value
            }
            if let signature = make(Array(candidate.prefix(curve.coordinateSize))) { return signature }
            key = digest.authenticationCode(of: value + [0], key: key)
            value = digest.authenticationCode(of: value, key: key)
        }
        return nil
    }
}
