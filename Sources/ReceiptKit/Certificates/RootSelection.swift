package import ReceiptEssentials

/// The root for a chain, among those that the caller trusts.
package struct RootSelection: Sendable {
    package let root: VerifiedCertificate
    /// The validities of those before it, at whose dates another root is the right one.
    let preferred: [Validity]

    /// The root that `intermediate` names as its issuer. Of several with the same name, one whose key signed it, and of
    /// those, as with a renewed root, the first that is valid at the date.
    package init(
        for intermediate: UnverifiedCertificate, among roots: [VerifiedCertificate], at date: Date
    ) throws(VerificationError) {
        let named = roots.filter { $0.subject == intermediate.issuer }
        guard let first = named.first, !roots.contains(where: { $0.bytes == intermediate.bytes }) else {
            throw .untrustedRoot(intermediate.fingerprint)
        }
        let signing = named.count == 1 ? named : named.filter { $0.hasSigned(intermediate) }
        let place = signing.firstIndex { $0.validity.contains(date) }
        root = place.map { signing[$0] } ?? signing.first ?? first
        preferred = signing.prefix(place ?? 0).map(\.validity)
    }
}
