internal import Crypto
internal import X509

extension TrustStore.Mode {
    /// Whom it trusts, for comparing: the mode, and the set of certificates by name and key (RFC 5280 section 6.1.1 (d)). A root
    /// that was renewed under its old name and key is the same.
    var identity: Fingerprint {
        let (name, certificates) =
            switch self {
            case .roots(let roots): ("roots", roots)
            case .xcode(let certificates): ("xcode", certificates)
            }
        let keys = Set(certificates.map { Array($0.subject) + $0.certificate.publicKey.subjectPublicKeyInfoBytes })
        let digests = keys.map { Array(SHA256.hash(data: $0)) }.sorted { $0.lexicographicallyPrecedes($1) }
        return Fingerprint(of: Array(name.utf8) + digests.joined())
    }
}
