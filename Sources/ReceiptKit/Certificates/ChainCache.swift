package import ReceiptEssentials
internal import ReceiptFields

/// A signer whose chain was found valid, apart from the dates, which depend on the receipt.
///
/// A class, because all threads share it: to copy a value with six fields of its own to count takes longer than to compare it.
package final class TrustedSigner: Sendable {
    /// The exact bytes of signer and intermediate: two chains that differ in one byte are two chains.
    let signerBytes: [UInt8]
    let intermediateBytes: [UInt8]
    let key: SigningKey
    /// What its chain was judged for.
    let keys: SigningKey.Kind
    let validities: [Validity]
    /// Of other roots of the same name and key, which the verifier uses at dates when they are valid.
    let preferred: [Validity]
    let usesSHA1: Bool
    let signer: Fingerprint
    let anchor: Fingerprint

    package init(
        signerBytes: [UInt8], intermediateBytes: [UInt8], key: SigningKey, keys: SigningKey.Kind,
        validities: [Validity], preferred: [Validity], usesSHA1: Bool, signer: Fingerprint, anchor: Fingerprint
    ) {
        self.signerBytes = signerBytes
        self.intermediateBytes = intermediateBytes
        self.key = key
        self.keys = keys
        self.validities = validities
        self.preferred = preferred
        self.usesSHA1 = usesSHA1
        self.signer = signer
        self.anchor = anchor
    }

    /// Whether these are its certificates, byte for byte.
    func has(_ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>) -> Bool {
        signerBytes.hasSameOctets(as: signer) && intermediateBytes.hasSameOctets(as: intermediate)
    }

    /// Whether this is one of its certificates.
    func has(_ certificate: ArraySlice<UInt8>) -> Bool {
        signerBytes.hasSameOctets(as: certificate) || intermediateBytes.hasSameOctets(as: certificate)
    }

    /// Whether this is the chain for a date: every certificate is valid, and so the verifier would use no other root. What was seen
    /// before must not change the answer.
    func isValid(at date: Date) -> Bool {
        validities.allSatisfy { $0.contains(date) } && !preferred.contains { $0.contains(date) }
    }
}

/// Remembers the last signers whose chains were valid, so that the next receipt of the same signer costs one RSA check.
///
/// A remembered chain says nothing about a signature: that of each receipt and JWS is checked. Apple uses a signer for years, so few are in
/// use. A chain that was rejected is never remembered, so hostile receipts cannot fill the cache, and one verifier's cache is its own, since
/// the policy decides what is valid.
///
/// Anyone can change the ECDSA signature on a certificate to its second form, which gives each genuine chain of a JWS four encodings. So a
/// verifier has two caches: one for chains that were judged, and one that a chain of a JWS enters only when a signature by its signer was
/// valid. The signature covers the certificates, so other encodings can't push honest chains out of the second cache.
package final class ChainCache: Sendable {
    /// The most signers that are remembered.
    package static let capacity = 16
    /// The most chains of JWS that are remembered before a signature is checked: four encodings of each chain in the other cache.
    package static let judgedCapacity = 4 * capacity

    private struct Known: Sendable {
        let signer: TrustedSigner
        /// The text of the header that named the certificates, in a JWS whose signature held; empty for all others. No JWS has an empty header.
        let header: [UInt8]
    }

    private let all = Locked<[Known]>([])
    private let capacity: Int

    package init(capacity: Int = ChainCache.capacity) { self.capacity = capacity }

    /// The signer with these certificates and such a key, if all of its chain is valid at the date.
    package func signer(
        _ signerBytes: ArraySlice<UInt8>, _ intermediateBytes: ArraySlice<UInt8>, _ keys: SigningKey.Kind, at date: Date
    ) -> TrustedSigner? {
        signer {
            $0.signer.keys == keys && $0.signer.has(signerBytes, intermediateBytes) && $0.signer.isValid(at: date)
        }
    }

    /// The signer of a JWS with this header, if one was verified before. Whether its chain is valid at another date is not said.
    func signer(header: ArraySlice<UInt8>) -> TrustedSigner? { signer { $0.header.hasSameOctets(as: header) } }

    private func signer(where isMeant: (Known) -> Bool) -> TrustedSigner? {
        // Compared outside the lock, so that threads do not wait for each other.
        let known = all.withLock { $0 }
        guard let place = known.firstIndex(where: isMeant) else { return nil }
        let found = known[place].signer
        if place > 0 { moveToFront(found) }
        return found
    }

    private func moveToFront(_ signer: TrustedSigner) {
        all.withLock { all in
            guard let place = all.firstIndex(where: { $0.signer === signer }) else { return }
            all.insert(all.remove(at: place), at: 0)
        }
    }

    /// - Parameter header: of the JWS whose signature held.
    package func remember(_ signer: TrustedSigner, header: ArraySlice<UInt8> = []) {
        all.withLock { all in
            // Another thread may have checked the same chain meanwhile, and many headers may name the same certificates.
            let isKnown = all.contains {
                $0.signer === signer
                    || $0.signer.anchor == signer.anchor && $0.signer.keys == signer.keys
                        && $0.signer.has(signer.signerBytes[...], signer.intermediateBytes[...])
            }
            if isKnown { return }
            all.insert(Known(signer: signer, header: Array(header)), at: 0)
            if all.count > capacity { all.removeLast() }
        }
    }

    package var count: Int { all.withLock { $0.count } }
}

extension [UInt8] {
    /// True if a slice has the same bytes. No early exit, so the compiler can vectorize the loop.
    fileprivate func hasSameOctets(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let own = self[...]
        let (a, b) = (own.span, other.span)
        var difference: UInt8 = 0
        for index in 0..<a.count { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
