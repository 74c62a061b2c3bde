public import ReceiptEssentials
public import ReceiptFields

/// Why evidence is rejected: the first check that failed. <doc:SecurityModel> has the order of the checks; the cases are grouped by what they
/// are about.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases. To a remote client,
/// answer no more than "rejected": which check failed helps a forger.
@nonexhaustive
public enum VerificationError: Error, Hashable, Sendable {
    // Size and structure.

    /// The input is not well-formed evidence, or exceeds what the policy's ``ReceiptPolicy/limits`` allow. Size and structure of
    /// the container and the way to attribute 12 are checked first; all other attributes only once the signature is valid.
    /// Code: that of the ``ReceiptFields/FormatError``.
    case malformed(FormatError)

    // The signer's certificate (RFC 5652 section 5.3).

    /// No certificate in the receipt has the issuer and serial number that the signer names. Of the number, at most 64 bytes.
    /// Code: `signer.certificateMissing`.
    case signerCertificateMissing(serialNumber: [UInt8])
    /// More than one certificate in the receipt has the issuer and serial number that the signer names. Of the number, at
    /// most 64 bytes.
    /// Code: `signer.certificateAmbiguous`.
    case signerCertificateAmbiguous(serialNumber: [UInt8])

    // Algorithms.

    /// Digest and signature algorithm, as dotted object identifiers, are not a pair that receipts have: SHA-1 or SHA-256, with
    /// rsaEncryption or the identifier that names both, and without parameters or with NULL.
    /// Code: `algorithm.unsupported`.
    case unsupportedAlgorithm(digest: String, signature: String)
    /// SHA-1 in a receipt created after 2025-01-24, when Apple's last certificate for it expired, or where the policy
    /// rejects it altogether.
    /// Code: `algorithm.sha1`.
    case sha1NotAccepted(SHA1Use, created: Date)

    // The chain: signer, one intermediate, pinned root (RFC 5280 section 6).

    /// No certificate in the receipt has the name of the signer's issuer as its subject, byte for byte.
    /// Code: `chain.issuerMissing`.
    case issuerCertificateMissing
    /// Several certificates in the receipt have the name of the signer's issuer: their order would choose.
    /// Code: `chain.issuerAmbiguous`.
    case issuerCertificateAmbiguous
    /// A certificate is not X.509 in DER, has a name above 512 bytes, an extension that cannot be read, or a signature with
    /// unused bits.
    /// Code: `chain.certificateMalformed`.
    case malformedCertificate(ChainPosition)
    /// The chain does not lead to a trusted root: none has the name or the key that the intermediate names, or none signed it,
    /// or the signer signed itself. The fingerprint is that of the last certificate that was reached.
    /// Code: `chain.untrustedRoot`.
    case untrustedRoot(Fingerprint)
    /// ``ReceiptPolicy/distrustedKeys`` names the key of a certificate of the chain: this fingerprint.
    /// Code: `chain.distrusted`.
    case distrusted(ChainPosition, Fingerprint)
    /// In the mode for Xcode's receipts: the signer is another certificate than the one given.
    /// Code: `chain.notXcodeCertificate`.
    case notXcodeCertificate(Fingerprint)
    /// Signer or intermediate is not of X.509 version 3, and so cannot say what it may be used for.
    /// Code: `chain.version`.
    case certificateVersion(ChainPosition, found: Int64)
    /// A serial number that RFC 5280 section 4.1.2.2 does not allow: zero, negative, or of more than 20 bytes.
    /// Code: `chain.serialNumber`.
    case serialNumber(ChainPosition)
    /// A certificate is signed with an algorithm that its kind of evidence can't have, or names one algorithm inside of what is signed and
    /// another outside. Receipts need RSA PKCS #1 v1.5 with SHA-1, SHA-256, SHA-384 or SHA-512, JWS need ECDSA.
    /// Code: `chain.algorithm`.
    case certificateAlgorithm(ChainPosition)
    /// The signer may not sign receipts: its certificate lacks the extension 1.2.840.113635.100.6.11.1, or for a
    /// transaction receipt of version 2 1.2.840.113635.100.6.5.1. Every developer owns
    /// a certificate that leads to the same root; this is what keeps them from signing receipts.
    /// Code: `chain.notReceiptSigner`.
    case notReceiptSigner(Fingerprint)
    /// The intermediate is not the one for receipt signers: it lacks the extension 1.2.840.113635.100.6.2.1, or for a
    /// transaction receipt of version 2 1.2.840.113635.100.6.2.2.
    /// Code: `chain.notReceiptIssuer`.
    case notReceiptIssuer(Fingerprint)
    /// A certificate was not valid yet when the evidence was signed. The time of verification plays no part.
    /// Code: `chain.notYetValid`.
    case certificateNotYetValid(ChainPosition, notBefore: Date, created: Date)
    /// A certificate had expired when the evidence was signed. The time of verification plays no part: receipts
    /// outlive the certificates that signed them.
    /// Code: `chain.expired`.
    case certificateExpired(ChainPosition, notAfter: Date, created: Date)
    /// A critical extension that the verifier doesn't evaluate. Extensions that RFC 5280 requires to be critical count as critical even if the
    /// certificate doesn't mark them. Of an identifier beyond 64 characters, the beginning and `…`.
    /// Code: `chain.criticalExtension`.
    case criticalExtension(ChainPosition, String)
    /// A certificate has name constraints, which Apple's do not have. They are rejected, not evaluated.
    /// Code: `chain.nameConstraints`.
    case nameConstraints(ChainPosition)
    /// Intermediate or root lacks basicConstraints with CA:TRUE, or the intermediate's are not marked critical.
    /// Code: `chain.notCertificateAuthority`.
    case notCertificateAuthority(ChainPosition)
    /// The signer's certificate is marked as a certificate authority: a receipt's signer issues no certificates.
    /// Code: `chain.signerIsAuthority`.
    case signerIsCertificateAuthority
    /// More certificates follow an issuer than the path length in its basicConstraints allows.
    /// Code: `chain.pathLength`.
    case pathLength(ChainPosition)
    /// keyUsage forbids what the key is used for here: the intermediate needs keyCertSign; the root, if it has keyUsage,
    /// keyCertSign too, and the signer digitalSignature.
    /// Code: `chain.keyUsage`.
    case keyUsage(ChainPosition)
    /// The signer's authorityKeyIdentifier differs from the intermediate's subjectKeyIdentifier, where both are there.
    /// Code: `chain.keyIdentifier`.
    case keyIdentifier(ChainPosition)
    /// A certificate's key is not RSA of 2048 to 4096 bits; of a transaction receipt's signer, not of exactly 2048, or in version 2 of
    /// exactly 1024. Of StoreKit 2's JWS: not on P-256, or an issuer's on P-384.
    /// Code: `chain.key`.
    case certificateKey(ChainPosition)
    /// The intermediate's key did not sign the signer's certificate. (Of an intermediate that the root's did not sign,
    /// ``untrustedRoot(_:)`` is thrown instead.)
    /// Code: `chain.signature`.
    case certificateSignature(ChainPosition)

    // The signature.

    /// The signer's key did not sign this content: it was changed, or never signed.
    /// Code: `signature.invalid`.
    case signatureInvalid

    // What the policy demands of the content.

    /// An iOS 6 transaction receipt, whose environment is not signed, and ``ReceiptPolicy/transactionReceipts`` does not accept that.
    /// Code: `environment.unsigned`.
    case environmentUnsigned
    /// The evidence is for another environment than ``ReceiptPolicy/environments``.
    /// Code: `environment.mismatch`.
    case environmentMismatch(found: StoreEnvironment, accepted: Set<StoreEnvironment>)
    /// A transaction receipt that claims production, and has a transaction identifier as only sandbox gives them: 16 digits that
    /// begin with 100000 or 200000.
    /// Code: `environment.contradicted`.
    case environmentContradicted(transactionID: String)
    /// The evidence is for another app: its bundle identifier is none of ``ReceiptPolicy/bundleIdentifiers``, byte for byte.
    /// Code: `bundleIdentifier.mismatch`.
    case bundleIdentifierMismatch(found: String, accepted: Set<String>)
    /// The evidence is for another version of the app than the one that the policy names.
    /// Code: `appVersion.mismatch`.
    case appVersionMismatch(found: String, expected: String)
    /// The policy names a version of the app, and this kind of evidence doesn't contain one.
    /// Code: `appVersion.unanswered`.
    case appVersionUnanswered(expected: String)
    /// A realtime request, which names no bundle identifier, and the policy has no ``ReceiptPolicy/appAppleID`` to compare.
    /// Code: `appAppleID.missing`.
    case appAppleIDMissing
    /// The evidence is for another app in the App Store than ``ReceiptPolicy/appAppleID``, or doesn't name one in production.
    /// Code: `appAppleID.mismatch`.
    case appAppleIDMismatch(found: Int64?, expected: Int64)
    /// The evidence was created or signed after the time of verification, by more than ``ReceiptPolicy/clockTolerance``.
    /// Code: `date.future`.
    case createdInFuture(created: Date, now: Date)
    /// The evidence was created or signed longer before the time of verification than ``ReceiptPolicy/maximumAge``.
    /// Code: `date.tooOld`.
    case tooOld(created: Date, now: Date)
    /// The policy has a ``ReceiptPolicy/maximumAge``, and an iOS 6 transaction receipt doesn't say when Apple signed it.
    /// Code: `maximumAge.unanswered`.
    case maximumAgeUnanswered(TimeInterval)
    /// The receipt itself has expired by the time of verification (attribute 21, volume purchase).
    /// Code: `date.expired`.
    case expired(expiration: Date, now: Date)
    /// The policy demands a device but lists no identifier of the kind that this evidence is bound to.
    /// Code: `device.identifierMissing`.
    case deviceIdentifierMissing
    /// The receipt is for another device: attribute 5 is not the hash over one of the policy's identifiers, attribute 4 and
    /// attribute 2.
    /// Code: `device.mismatch`.
    case deviceMismatch
    /// The policy demands a device, and the JWS or transaction receipt does not say which it is for.
    /// Code: `device.verificationMissing`.
    case deviceVerificationMissing

    // What only several JWS together can be wrong about.

    /// A renewal info alone. It names no app, so it is verified beside its transaction, or in a notification.
    /// Code: `renewalInfo.unbound`.
    case renewalInfoUnbound
    /// The JWS of one JSON body or notification do not belong together: they differ in this member.
    /// Code: `evidence.disagreement`.
    case disagreement(String)
    /// What is wrong with a JWS in a notification whose own signature and payload passed verification.
    /// Code: that of the error inside.
    indirect case nested(member: String, VerificationError)
}

extension VerificationError: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `chain.notReceiptSigner`: for logs, metrics and programs that read
    /// them. A malformed receipt has the code of its ``ReceiptFields/FormatError``.
    public var code: String { words.code.name }

    /// The likely reason: see ``ReceiptFields/ErrorClass``. Every error of this type has one.
    public var `class`: ErrorClass? {
        switch self {
        case .malformed(let error): error.class
        case .nested(_, let error): error.class
        // Apple signed nothing with SHA-1 after that date.
        case .sha1NotAccepted(_, let created) where created > ReceiptPolicy.SHA1Acceptance.end: .untrusted
        default: words.code.class
        }
    }

    /// True if the JSON body is a list of Apple's that is empty, such as the last page of a transaction history. Where you merge other
    /// evidence, leave it out.
    public var isEmptyPage: Bool {
        if case .malformed(let error) = self { error.isEmptyPage } else { false }
    }

    /// One line: what was found and what was expected. Text that came from the receipt is escaped.
    public var description: String { words.text }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }

    /// The codes of what is malformed are in `FormatError.Reason` and `JWSFault`.
    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .malformed(let error): error.words
        case .signerCertificateMissing(let serial):
            (
                .signerCertificateMissing,
                "The signer's certificate, serial number \(Escaped.hex(serial.prefix(32))), is not in the receipt"
            )
        case .signerCertificateAmbiguous(let serial):
            (
                .signerCertificateAmbiguous,
                "Several certificates in the receipt have the signer's issuer and serial number \(Escaped.hex(serial.prefix(32)))"
            )
        case .unsupportedAlgorithm(let digest, let signature):
            (
                .algorithmUnsupported,
                "Digest \(digest) with signature \(signature); accepted are SHA-1 and SHA-256 with RSA"
            )
        case .sha1NotAccepted(let use, let created):
            (
                .algorithmSha1,
                "SHA-1 in the \(use.rawValue)'s signature is not accepted for a receipt created on \(Timestamp.string(created))"
            )
        case .issuerCertificateMissing: (.chainIssuerMissing, "The certificate that issued the signer's is missing")
        case .issuerCertificateAmbiguous:
            (.chainIssuerAmbiguous, "Several certificates have the name of the signer's issuer")
        case .malformedCertificate(let position):
            (.chainCertificateMalformed, "\(position.certificate) cannot be read")
        case .untrustedRoot(let fingerprint):
            (.chainUntrustedRoot, "Certificate \(fingerprint) does not lead to the trusted root")
        case .distrusted(let position, let fingerprint):
            (.chainDistrusted, "\(position.key) \(fingerprint) is distrusted by the policy")
        case .notXcodeCertificate(let fingerprint):
            (
                .chainNotXcodeCertificate,
                "Signed by certificate \(fingerprint), which is not the Xcode certificate given"
            )
        case .certificateVersion(let position, let found):
            (.chainVersion, "\(position.certificate) is of version \(found), expected 3")
        case .serialNumber(let position):
            (.chainSerialNumber, "The \(position.rawValue)'s serial number is not allowed by RFC 5280")
        case .certificateAlgorithm(let position):
            (.chainAlgorithm, "\(position.certificate) is signed with an algorithm that is not accepted")
        case .notReceiptSigner(let fingerprint):
            (
                .chainNotReceiptSigner,
                "Certificate \(fingerprint) may not sign for the App Store: extension \(Marker.receiptSigner) is missing"
            )
        case .notReceiptIssuer(let fingerprint):
            (
                .chainNotReceiptIssuer,
                "Certificate \(fingerprint) may not issue signers of the App Store: extension \(Marker.receiptIssuer) is missing"
            )
        case .certificateNotYetValid(let position, let notBefore, let created):
            (
                .chainNotYetValid,
                "\(position.certificate) is valid from \(Timestamp.string(notBefore)); "
                    + "the evidence was signed on \(Timestamp.string(created))"
            )
        case .certificateExpired(let position, let notAfter, let created):
            (
                .chainExpired,
                "\(position.certificate) expired on \(Timestamp.string(notAfter)); "
                    + "the evidence was signed on \(Timestamp.string(created))"
            )
        case .criticalExtension(let position, let identifier):
            (.chainCriticalExtension, "\(position.certificate) has the unknown critical extension \(identifier)")
        case .nameConstraints(let position):
            (.chainNameConstraints, "\(position.certificate) has name constraints")
        case .notCertificateAuthority(let position):
            (.chainNotCertificateAuthority, "The \(position.rawValue) is not marked as a certificate authority")
        case .signerIsCertificateAuthority:
            (.chainSignerIsAuthority, "The signer is marked as a certificate authority")
        case .pathLength(let position):
            (.chainPathLength, "More certificates follow the \(position.rawValue) than it allows")
        case .keyUsage(let position): (.chainKeyUsage, "\(position.key) may not be used for this")
        case .keyIdentifier(let position):
            (.chainKeyIdentifier, "\(position.certificate) names another key as its issuer's")
        case .certificateKey(let position):
            (.chainKey, "\(position.key) is not of a kind and size that Apple signs this with")
        case .certificateSignature(let position):
            (.chainSignature, "\(position.certificate) was not signed by its issuer")
        case .signatureInvalid: (.signatureInvalid, "The signature does not match the content")
        case .environmentUnsigned:
            (
                .environmentUnsigned,
                "This is an iOS 6 transaction receipt, whose environment is not signed, and the policy does not accept that"
            )
        case .environmentMismatch(let found, let accepted):
            (
                .environmentMismatch,
                "The evidence is for environment \(found), expected \(Self.list(accepted.map(\.description)))"
            )
        case .environmentContradicted(let identifier):
            (
                .environmentContradicted,
                "Claimed to be of production, but transaction \(Escaped.text(identifier)) is of sandbox"
            )
        case .bundleIdentifierMismatch(let found, let accepted):
            (
                .bundleIdentifierMismatch,
                "The evidence is for bundle identifier \(Escaped.text(found)), expected \(Self.list(accepted.map(Escaped.text)))"
            )
        case .appAppleIDMissing:
            (
                .appAppleIDMissing,
                "The evidence names its app by appAppleId alone, and the policy has no appAppleID to compare"
            )
        case .appAppleIDMismatch(let found, let expected):
            (
                .appAppleIDMismatch,
                found.map { "The evidence is for the app \($0) in the App Store, expected \(expected)" }
                    ?? "The evidence does not name the app in the App Store, expected \(expected)"
            )
        case .appVersionMismatch(let found, let expected):
            (
                .appVersionMismatch,
                "The evidence is for app version \(Escaped.text(found)), expected \(Escaped.text(expected))"
            )
        case .appVersionUnanswered(let expected):
            (
                .appVersionUnanswered,
                "App version \(Escaped.text(expected)) is demanded, which this kind of evidence does not tell"
            )
        case .createdInFuture(let created, let now):
            (
                .dateFuture,
                "The evidence was signed on \(Timestamp.string(created)), after now, \(Timestamp.string(now))"
            )
        case .tooOld(let created, let now):
            (
                .dateTooOld,
                "The evidence was signed on \(Timestamp.string(created)), too long before now, \(Timestamp.string(now))"
            )
        case .maximumAgeUnanswered:
            (
                .maximumAgeUnanswered,
                "A maximum age is demanded, and an iOS 6 transaction receipt does not tell when it was signed"
            )
        case .expired(let expiration, let now):
            (.dateExpired, "The receipt expired on \(Timestamp.string(expiration)); now is \(Timestamp.string(now))")
        case .deviceIdentifierMissing:
            (
                .deviceIdentifierMissing,
                "The policy demands a device, but has no identifier that a receipt is bound to"
            )
        case .deviceMismatch: (.deviceMismatch, "The evidence is for another device")
        case .deviceVerificationMissing:
            (.deviceVerificationMissing, "The evidence does not say which device it is for")
        case .renewalInfoUnbound:
            (
                .renewalInfoUnbound,
                "A renewal info names no app: it is verified beside its transaction or in a notification"
            )
        case .disagreement(let member):
            (.evidenceDisagreement, "The JWS do not belong together: they differ in \(member)")
        // An element of a list of evidence may be of any kind.
        case .nested(let member, let error) where member.hasSuffix("]"):
            (error.words.code, Self.sentence(error.description, "in \(member)"))
        case .nested(let member, let error):
            (error.words.code, Self.sentence(error.description, "the JWS in \(member)"))
        }
    }

    /// A message with the place that it is about, before its full stop if it has one.
    private static func sentence(_ message: String, _ place: String) -> String {
        message.hasSuffix(".") ? "\(message.dropLast()) (\(place))." : "\(message) (\(place))"
    }

    private static func list(_ accepted: [String]) -> String {
        accepted.isEmpty ? "none" : accepted.sorted().joined(separator: " or ")
    }
}
