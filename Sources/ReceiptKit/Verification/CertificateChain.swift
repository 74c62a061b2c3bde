internal import CryptoExtras
internal import ReceiptFields
internal import SwiftASN1
internal import X509

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A chain of exactly three certificates: the receipt's signer, the intermediate that issued it, the trusted root.
///
/// ``validate(at:_:)`` is RFC 5280 section 6.1 for this one shape, on swift-certificates' parsing and signature check. A
/// general path builder would look for paths, and whoever sends the certificates decides how long it looks; here there is
/// one path and never more than two signatures to check.
package struct CertificateChain: Sendable {
    package let signer: ChainCertificate
    package let intermediate: ChainCertificate
    package let root: ChainCertificate

    package init(signer: ChainCertificate, intermediate: ChainCertificate, root: ChainCertificate) {
        self.signer = signer
        self.intermediate = intermediate
        self.root = root
    }

    private var issued: [(ChainPosition, ChainCertificate)] { [(.signer, signer), (.intermediate, intermediate)] }
    private var all: [(ChainPosition, ChainCertificate)] { issued + [(.root, root)] }

    /// Checks everything about the chain, the cheap things first and the signatures last.
    ///
    /// - Parameters:
    ///   - date: when every certificate has to be valid: the receipt's creation date, not now.
    ///   - requirements: what the chain must have beyond RFC 5280.
    package func validate(at date: Date, _ requirements: ChainRequirements) throws(VerificationError) {
        try checkNames()
        try checkForm(requirements)
        if requirements.needsMarkers { try checkMarkers() }
        for (position, link) in all { try link.validity.check(date, position) }
        try checkExtensions()
        try checkAuthority()
        try checkKeyIdentifiers()
        if requirements.needsRSA { for (position, link) in all { _ = try link.rsaKey(position) } }
        try checkSignatures()
    }

    /// RFC 5280 section 6.1.3 (a)(4), on the names' encodings: two spellings are two names.
    private func checkNames() throws(VerificationError) {
        guard intermediate.issuer == root.subject else { throw .untrustedRoot(intermediate.fingerprint) }
        guard signer.issuer == intermediate.subject else { throw .issuerCertificateMissing }
    }

    /// RFC 5280 sections 4.1.1.2 and 4.1.2.1 to 4.1.2.3.
    private func checkForm(_ requirements: ChainRequirements) throws(VerificationError) {
        for (position, link) in issued {
            guard link.outline.version == 2 else {
                throw .certificateVersion(position, found: link.outline.version &+ 1)
            }
            let serial = link.serialNumber
            guard let first = serial.first, first < 0x80, serial.count <= 20, serial.contains(where: { $0 != 0 }) else {
                throw .serialNumber(position)
            }
            guard link.innerAlgorithm == link.outerAlgorithm else { throw .certificateAlgorithm(position) }
            if requirements.needsRSA {
                guard ChainRequirements.signatureAlgorithms.contains(link.certificate.signatureAlgorithm) else {
                    throw .certificateAlgorithm(position)
                }
            }
        }
    }

    /// Every developer has a certificate that leads to Apple's root. Only these extensions tell receipt signers from them.
    private func checkMarkers() throws(VerificationError) {
        guard signer.certificate.extensions[oid: Marker.receiptSigner] != nil else {
            throw .notReceiptSigner(signer.fingerprint)
        }
        guard intermediate.certificate.extensions[oid: Marker.receiptIssuer] != nil else {
            throw .notReceiptIssuer(intermediate.fingerprint)
        }
    }

    /// RFC 5280 section 4.2: what is critical must be understood. Name constraints are refused, not evaluated.
    private func checkExtensions() throws(VerificationError) {
        for (position, link) in all {
            for `extension` in link.certificate.extensions {
                if `extension`.oid == .X509ExtensionID.nameConstraints { throw .nameConstraints(position) }
                let isCritical = `extension`.critical || ChainRequirements.alwaysCritical.contains(`extension`.oid)
                if isCritical, !ChainRequirements.criticalExtensions.contains(`extension`.oid) {
                    throw .criticalExtension(position, excerpt(`extension`.oid))
                }
            }
        }
    }

    /// An identifier as evidence: the certificate may be anybody's, and the identifier as long as the certificate.
    private func excerpt(_ identifier: ASN1ObjectIdentifier) -> String {
        let text = identifier.description
        return text.utf8.count <= 64 ? text : text.prefix(64) + "…"
    }

    /// RFC 5280 sections 4.2.1.3 and 4.2.1.9: who may issue, and what the keys are for.
    private func checkAuthority() throws(VerificationError) {
        for (position, link) in all where position != .signer {
            guard case .isCertificateAuthority(let length) = try link.basicConstraints(position) else {
                throw .notCertificateAuthority(position)
            }
            // Section 4.2.1.9 wants the extension critical. The root is trusted as it is.
            if position == .intermediate,
                link.certificate.extensions[oid: .X509ExtensionID.basicConstraints]?.critical != true
            {
                throw .notCertificateAuthority(position)
            }
            let following = position == .root ? 1 : 0
            if let length, length < following { throw .pathLength(position) }
        }
        if case .isCertificateAuthority = try signer.basicConstraints(.signer) { throw .signerIsCertificateAuthority }

        guard try intermediate.keyUsage(.intermediate)?.keyCertSign == true else { throw .keyUsage(.intermediate) }
        if let usage = try root.keyUsage(.root), !usage.keyCertSign { throw .keyUsage(.root) }
        if let usage = try signer.keyUsage(.signer), !usage.digitalSignature { throw .keyUsage(.signer) }
    }

    /// RFC 5280 section 4.2.1.1: where issued and issuer both name the issuer's key, they name the same.
    private func checkKeyIdentifiers() throws(VerificationError) {
        if try signer.namesAnotherKey(than: intermediate, .signer, .intermediate) { throw .keyIdentifier(.signer) }
        if try intermediate.namesAnotherKey(than: root, .intermediate, .root) {
            throw .untrustedRoot(intermediate.fingerprint)
        }
    }

    private func checkSignatures() throws(VerificationError) {
        guard root.hasSigned(intermediate) else { throw .untrustedRoot(intermediate.fingerprint) }
        guard intermediate.hasSigned(signer) else { throw .certificateSignature(.signer) }
    }
}

/// When a certificate is valid, both ends included (RFC 5280 section 4.1.2.5).
struct Validity: Sendable {
    let notBefore: Date
    let notAfter: Date

    /// On seconds, since `>=` of `Date` holds for a date that is not a number.
    func contains(_ date: Date) -> Bool {
        hasBegun(by: date) && date.timeIntervalSince1970 <= notAfter.timeIntervalSince1970
    }

    private func hasBegun(by date: Date) -> Bool { date.timeIntervalSince1970 >= notBefore.timeIntervalSince1970 }

    func check(_ date: Date, _ position: ChainPosition) throws(VerificationError) {
        if contains(date) { return }
        throw hasBegun(by: date)
            ? .certificateExpired(position, notAfter: notAfter, created: date)
            : .certificateNotYetValid(position, notBefore: notBefore, created: date)
    }
}

extension ChainCertificate {
    var validity: Validity { Validity(notBefore: certificate.notValidBefore, notAfter: certificate.notValidAfter) }

    func hasSigned(_ other: ChainCertificate) -> Bool {
        certificate.publicKey.isValidSignature(other.certificate.signature, for: other.certificate)
    }

    /// The key, if it is RSA of 2048 to 4096 bits.
    func rsaKey(_ position: ChainPosition) throws(VerificationError) -> _RSA.Signing.PublicKey {
        guard let key = _RSA.Signing.PublicKey(certificate.publicKey), (2_048...4_096).contains(key.keySizeInBits)
        else {
            throw .certificateKey(position)
        }
        return key
    }

    fileprivate func basicConstraints(_ position: ChainPosition) throws(VerificationError) -> BasicConstraints? {
        do { return try certificate.extensions.basicConstraints } catch { throw .malformedCertificate(position) }
    }

    fileprivate func keyUsage(_ position: ChainPosition) throws(VerificationError) -> KeyUsage? {
        do { return try certificate.extensions.keyUsage } catch { throw .malformedCertificate(position) }
    }

    /// Whether both name the issuer's key, and differ.
    fileprivate func namesAnotherKey(
        than issuer: ChainCertificate, _ position: ChainPosition, _ issuerPosition: ChainPosition
    ) throws(VerificationError) -> Bool {
        let named: ArraySlice<UInt8>?
        let own: ArraySlice<UInt8>?
        do { named = try certificate.extensions.authorityKeyIdentifier?.keyIdentifier } catch {
            throw .malformedCertificate(position)
        }
        do { own = try issuer.certificate.extensions.subjectKeyIdentifier?.keyIdentifier } catch {
            throw .malformedCertificate(issuerPosition)
        }
        guard let named, let own else { return false }
        return named != own
    }
}
