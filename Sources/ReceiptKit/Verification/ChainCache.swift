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
    let validities: [(ChainPosition, Validity)]
    let usesSHA1: Bool
    let signer: CertificateFingerprint
    let anchor: CertificateFingerprint
}

/// Remembers the last signers whose chains were valid, so that the next receipt of the same signer costs one RSA check.
///
/// Apple used nine signers in fifteen years. A chain that was refused is never remembered, so hostile receipts cannot fill
/// the cache, and one verifier's cache is its own, since the policy decides what is valid.
final class ChainCache: Sendable {
    /// The most signers that are remembered.
    static let capacity = 16

    private let signers = Locked<[TrustedSigner]>([])

    func signer(_ signerBytes: ArraySlice<UInt8>, _ intermediateBytes: ArraySlice<UInt8>) -> TrustedSigner? {
        signers.withLock { signers in
            guard let place = Self.place(of: signerBytes, intermediateBytes, in: signers) else { return nil }
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
            if Self.place(of: signer.signerBytes[...], signer.intermediateBytes[...], in: signers) != nil { return }
            signers.insert(signer, at: 0)
            if signers.count > Self.capacity { signers.removeLast() }
        }
    }

    var count: Int { signers.withLock { $0.count } }

    private static func place(
        of signerBytes: ArraySlice<UInt8>, _ intermediateBytes: ArraySlice<UInt8>, in signers: [TrustedSigner]
    ) -> Int? {
        signers.firstIndex {
            $0.signerBytes.count == signerBytes.count && $0.intermediateBytes.count == intermediateBytes.count
                && $0.signerBytes[...] == signerBytes && $0.intermediateBytes[...] == intermediateBytes
        }
    }
}
