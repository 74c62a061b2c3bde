package import ReceiptEssentials
internal import ReceiptFields

/// A signer with a valid chain. The validity dates are checked separately, because they depend on the receipt.
///
/// It is a class because all threads share it, and copying its fields would take longer than comparing them.
package final class TrustedSigner: Sendable {
    /// The exact bytes of the signer and intermediate certificates. Chains that differ in one byte are different chains.
    let signerBytes: [UInt8]
    let intermediateBytes: [UInt8]
    let key: SigningKey
    /// The kind of keys for which the signer's chain was validated.
    let keys: SigningKey.Kind
    let validities: [Validity]
    /// The validity periods of other roots with the same name and key. At a date in such a period, the verifier prefers that other root.
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

    /// Returns true if these are the signer's two certificates, byte for byte.
    func has(_ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>) -> Bool {
        signerBytes.hasSameOctets(as: signer) && intermediateBytes.hasSameOctets(as: intermediate)
    }

    /// Returns true if this is one of the signer's two certificates.
    func has(_ certificate: ArraySlice<UInt8>) -> Bool {
        signerBytes.hasSameOctets(as: certificate) || intermediateBytes.hasSameOctets(as: certificate)
    }

    /// Returns true if the verifier would use this chain at a date: every certificate is valid then, and no other root is preferred.
    /// Earlier evidence must not change the result.
    func isValid(at date: Date) -> Bool {
        validities.allSatisfy { $0.contains(date) } && !preferred.contains { $0.contains(date) }
    }
}

/// Caches the last signers with valid chains, so that the next receipt of the same signer costs only one RSA verification.
///
/// Caching a chain doesn't skip the signature on evidence: the verifier checks the signature of each receipt and JWS. Apple uses a signer
/// for years, so few signers are in use. A rejected chain is never cached, so hostile receipts can't fill the cache. Each verifier has its
/// own cache, because its policy decides which chains are valid.
///
/// Anyone can change the ECDSA signature on a certificate to its second form, so each genuine chain of a JWS has four encodings. Therefore,
/// a verifier has two caches: one for validated chains, and one that a JWS's chain enters only after a signature by its signer was valid.
/// The signature covers the certificates, so other encodings can't push honest chains out of the second cache.
package final class ChainCache: Sendable {
    /// The maximum number of cached signers.
    package static let capacity = 16
    /// The maximum number of JWS chains that are cached before a signature is checked: four encodings of each chain in the other cache.
    package static let judgedCapacity = 4 * capacity

    private struct Known: Sendable {
        let signer: TrustedSigner
        /// The encoded header of the JWS with a valid signature that contained the certificates. Empty for all other chains; no JWS has an
        /// empty header.
        let header: [UInt8]
    }

    private let all = Locked<[Known]>([])
    private let capacity: Int

    package init(capacity: Int = ChainCache.capacity) { self.capacity = capacity }

    /// Returns the signer with these certificates and this kind of key, if its whole chain is valid at the date.
    package func signer(
        _ signerBytes: ArraySlice<UInt8>, _ intermediateBytes: ArraySlice<UInt8>, _ keys: SigningKey.Kind, at date: Date
    ) -> TrustedSigner? {
        signer {
            $0.signer.keys == keys && $0.signer.has(signerBytes, intermediateBytes) && $0.signer.isValid(at: date)
        }
    }

    /// Returns the signer of a JWS with this header, if such a JWS was verified before. The caller must check that the chain is valid at
    /// the date of the JWS.
    func signer(header: ArraySlice<UInt8>) -> TrustedSigner? { signer { $0.header.hasSameOctets(as: header) } }

    private func signer(where isMeant: (Known) -> Bool) -> TrustedSigner? {
        // Compare outside the lock, so that threads don't wait for each other.
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

    /// Adds a signer to the cache.
    ///
    /// - Parameter header: the header of the JWS, if its signature was valid.
    package func remember(_ signer: TrustedSigner, header: ArraySlice<UInt8> = []) {
        all.withLock { all in
            // Another thread may have validated the same chain in the meantime, and many headers may contain the same certificates.
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
    /// Returns true if a slice has the same bytes. The loop has no early exit, so that the compiler can vectorize it.
    fileprivate func hasSameOctets(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let own = self[...]
        let (a, b) = (own.span, other.span)
        var difference: UInt8 = 0
        for index in 0..<a.count { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
