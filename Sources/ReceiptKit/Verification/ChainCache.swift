internal import CryptoExtras
internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A signer whose chain was found valid, apart from the dates, which depend on the receipt.
struct TrustedSigner: Sendable {
    /// The exact bytes of signer and intermediate: two chains that differ in one byte are two chains.
    let signerBytes: [UInt8]
    let intermediateBytes: [UInt8]
    let key: _RSA.Signing.PublicKey
    let validities: [Validity]
    let usesSHA1: Bool
    let signer: CertificateFingerprint
    let anchor: CertificateFingerprint

    /// Whether these are its certificates, byte for byte.
    func has(_ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>) -> Bool {
        signerBytes.count == signer.count && intermediateBytes.count == intermediate.count
            && signerBytes[...] == signer && intermediateBytes[...] == intermediate
    }

    /// Whether every certificate of the chain is valid at a date.
    func isValid(at date: Date) -> Bool { validities.allSatisfy { $0.contains(date) } }
}

/// Remembers the last signers whose chains were valid, so that the next receipt of the same signer costs one RSA check.
///
/// Apple used nine signers in fifteen years. A chain that was refused is never remembered, so hostile receipts cannot fill
/// the cache, and one verifier's cache is its own, since the policy decides what is valid.
final class ChainCache: Sendable {
    /// The most signers that are remembered.
    static let capacity = 16

    private let signers = Locked<[TrustedSigner]>([])

    /// The signer with these certificates, if all of its chain is valid at the date.
    func signer(
        _ signerBytes: ArraySlice<UInt8>, _ intermediateBytes: ArraySlice<UInt8>, at date: Date
    ) -> TrustedSigner? {
        signers.withLock { signers in
            let place = signers.firstIndex {
                $0.has(signerBytes, intermediateBytes) && $0.isValid(at: date)
            }
            guard let place else { return nil }
            let found = signers[place]
            if place > 0 {
                signers.remove(at: place)
                signers.insert(found, at: 0)
            }
            return found
        }
    }

    func remember(_ signer: TrustedSigner) {
        signers.withLock { signers in
            // Another thread may have checked the same chain meanwhile.
            let isKnown = signers.contains {
                $0.anchor == signer.anchor && $0.has(signer.signerBytes[...], signer.intermediateBytes[...])
            }
            if isKnown { return }
            signers.insert(signer, at: 0)
            if signers.count > Self.capacity { signers.removeLast() }
        }
    }

    var count: Int { signers.withLock { $0.count } }
}
