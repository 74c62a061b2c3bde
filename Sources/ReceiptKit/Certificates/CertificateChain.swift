package import ReceiptEssentials
internal import ReceiptFields
internal import SwiftASN1
internal import X509

/// A chain of exactly three certificates: the receipt's signer, the intermediate that issued it, and the trusted root. Each certificate was
/// signed with the key of the next one.
///
/// Together, ``init(signer:intermediate:root:)`` and ``validate(at:)`` implement RFC 5280 section 6.1 for this one form, using the parsing
/// and signature verification of swift-certificates. A general path builder would search for paths, and the sender of the certificates
/// would determine how long it searches. Here there is one path, with at most two signatures to verify.
package struct CertificateChain: Sendable {
    package let signer: VerifiedCertificate
    package let intermediate: VerifiedCertificate
    package let root: VerifiedCertificate

    var all: [VerifiedCertificate] { [signer, intermediate, root] }

    /// Creates a chain after checking the names, the form and the signatures. The intermediate's signature is verified first, and each
    /// certificate is decoded only after its issuer's signature is verified, so a forged certificate is never decoded.
    ///
    /// - Parameter allowsShortKey: true to decode the signer even if its key is RSA of 1024 bits.
    package init(
        signer: UnverifiedCertificate, intermediate: UnverifiedCertificate, root: VerifiedCertificate,
        allowsShortKey: Bool = false
    ) throws(VerificationError) {
        // Section 6.1.3 (a)(4), comparing encodings: two spellings of a name are two names.
        guard intermediate.issuer == root.subject else { throw .untrustedRoot(intermediate.fingerprint) }
        guard signer.issuer == intermediate.subject else { throw .issuerCertificateMissing }
        try signer.checkForm()
        try intermediate.checkForm()
        guard root.hasSigned(intermediate) else { throw .untrustedRoot(intermediate.fingerprint) }
        self.intermediate = try VerifiedCertificate(issuerChecked: intermediate)
        guard self.intermediate.hasSigned(signer) else { throw .certificateSignature(.signer) }
        self.signer = try VerifiedCertificate(
            issuerChecked: signer, shortKeyIssuedBy: allowsShortKey ? intermediate : nil)
        self.root = root
    }

    /// Checks the certificates' validity at the date, and what they permit each other to do. The date is the receipt's creation date, not
    /// the current time.
    package func validate(at date: Date) throws(VerificationError) {
        for link in all { try link.checkValidity(at: date) }
        try checkExtensions()
        try checkAuthority()
        try checkKeyIdentifiers()
    }

    /// The critical extensions that are evaluated here. All others are rejected.
    private static let criticalExtensions: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
    ]

    /// policyConstraints and inhibitAnyPolicy (sections 4.2.1.11 and 4.2.1.14). They restrict the certificates that follow, so they are
    /// treated as critical even if the issuer didn't mark them.
    private static let alwaysCritical: Set<ASN1ObjectIdentifier> = [[2, 5, 29, 36], [2, 5, 29, 54]]

    /// Checks RFC 5280 section 4.2: critical extensions must be understood. Name constraints are rejected, not evaluated.
    private func checkExtensions() throws(VerificationError) {
        for link in all {
            for ext in link.certificate.extensions {
                if ext.oid == .X509ExtensionID.nameConstraints { throw .nameConstraints(link.position) }
                let isCritical = ext.critical || Self.alwaysCritical.contains(ext.oid)
                if isCritical, !Self.criticalExtensions.contains(ext.oid) {
                    throw .criticalExtension(link.position, excerpt(ext.oid))
                }
            }
        }
    }

    /// Returns an identifier for an error, truncated: the certificate may be forged, and the identifier may be as long as the whole
    /// certificate.
    private func excerpt(_ identifier: ASN1ObjectIdentifier) -> String {
        let text = identifier.description
        return text.utf8.count <= 64 ? text : text.prefix(64) + "…"
    }

    /// Checks RFC 5280 sections 4.2.1.3 and 4.2.1.9: which certificates may issue others, and what the keys may be used for.
    private func checkAuthority() throws(VerificationError) {
        for (link, isRoot) in [(intermediate, false), (root, true)] {
            guard case .isCertificateAuthority(let length) = try link.read({ try $0.basicConstraints }) else {
                throw .notCertificateAuthority(link.position)
            }
            // Section 4.2.1.9 requires the extension to be critical. The root is trusted even if its extension isn't.
            if !isRoot, link.certificate.extensions[oid: .X509ExtensionID.basicConstraints]?.critical != true {
                throw .notCertificateAuthority(link.position)
            }
            if let length, length < (isRoot ? 1 : 0) { throw .pathLength(link.position) }
        }
        if case .isCertificateAuthority = try signer.read({ try $0.basicConstraints }) {
            throw .signerIsCertificateAuthority
        }

        guard try intermediate.read({ try $0.keyUsage })?.keyCertSign == true else { throw .keyUsage(.intermediate) }
        if let usage = try root.read({ try $0.keyUsage }), !usage.keyCertSign { throw .keyUsage(.root) }
        if let usage = try signer.read({ try $0.keyUsage }), !usage.digitalSignature { throw .keyUsage(.signer) }
    }

    /// Checks RFC 5280 section 4.2.1.1: if a certificate and its issuer both identify the issuer's key, the identifiers must be equal.
    private func checkKeyIdentifiers() throws(VerificationError) {
        if try signer.namesAnotherKey(than: intermediate) { throw .keyIdentifier(.signer) }
        if try intermediate.namesAnotherKey(than: root) { throw .untrustedRoot(intermediate.fingerprint) }
    }
}

extension VerifiedCertificate {
    /// Returns the result of `read` on the extensions, and throws an error if they can't be decoded.
    fileprivate func read<T>(_ read: (Certificate.Extensions) throws -> T) throws(VerificationError) -> T {
        do { return try read(certificate.extensions) } catch { throw .malformedCertificate(position) }
    }

    /// Returns true if both identify the issuer's key, and the identifiers differ.
    fileprivate func namesAnotherKey(than issuer: VerifiedCertificate) throws(VerificationError) -> Bool {
        let named = try read { try $0.authorityKeyIdentifier?.keyIdentifier }
        let own = try issuer.read { try $0.subjectKeyIdentifier?.keyIdentifier }
        guard let named, let own else { return false }
        return named != own
    }
}

/// The root for a chain, chosen from those that the caller trusts.
package struct RootSelection: Sendable {
    package let root: VerifiedCertificate
    /// The validity periods of other roots. At a date in such a period, that other root is preferred to this one.
    let preferred: [Validity]

    /// Selects the root that `intermediate` names as its issuer. Among several with the name, it selects one whose key signed
    /// `intermediate`; among several of these, such as a root and its renewal, the first that is valid at the date.
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
