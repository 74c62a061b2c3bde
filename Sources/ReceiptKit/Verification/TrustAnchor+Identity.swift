internal import Crypto
internal import ReceiptFields
internal import X509

extension TrustAnchor {
    /// Whom a ``TrustAnchor`` trusts, for comparing: the mode, and the set of certificates by name and key (RFC 5280 section
    /// 6.1.1 (d)). A root that was renewed under its old name and key is the same.
    public struct Identity: Hashable, Sendable {
        /// The 32 octets of a SHA-256 hash over all of it.
        private let bytes: [UInt8]

        init(_ mode: Mode) {
            let (name, certificates) =
                switch mode {
                case .roots(let roots): ("roots", roots)
                case .xcode(let certificates): ("xcode", certificates)
                }
            let keys = Set(certificates.map { Array($0.subject) + $0.certificate.publicKey.subjectPublicKeyInfoBytes })
            var hash = SHA256()
            hash.update(data: Array(name.utf8))
            for digest in keys.map({ Array(SHA256.hash(data: $0)) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                hash.update(data: digest)
            }
            bytes = Array(hash.finalize())
        }
    }
}

extension TrustAnchor.Identity: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String { Escaped.hex(bytes) }
}
