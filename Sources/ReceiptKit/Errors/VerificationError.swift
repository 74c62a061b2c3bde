public import ReceiptEssentials
public import ReceiptFields

/// An error that the verifier throws when it rejects evidence, for the first check that fails. <doc:SecurityModel> lists the checks in
/// order; the cases are grouped by subject.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases. To a remote client, respond only
/// "rejected": naming the check that failed would help a forger.
@nonexhaustive
public enum VerificationError: Error, Hashable, Sendable {
    // Size and structure.

    /// The input isn't well-formed evidence, or exceeds the policy's ``ReceiptPolicy/limits``. The verifier checks the size and structure
    /// of the container up to attribute 12 first, and all other attributes only after the signature.
    /// Code: the code of the ``ReceiptFields/FormatError``.
    case malformed(FormatError)

    // The signer's certificate (RFC 5652 section 5.3).

    /// No certificate in the receipt has the issuer and serial number that the signer info names. The associated value contains at most 64
    /// bytes of the number.
    /// Code: `signer.certificateMissing`.
    case signerCertificateMissing(serialNumber: [UInt8])
    /// More than one certificate in the receipt has the issuer and serial number that the signer info names. The associated value contains
    /// at most 64 bytes of the number.
    /// Code: `signer.certificateAmbiguous`.
    case signerCertificateAmbiguous(serialNumber: [UInt8])

    // Algorithms.

    /// The digest and signature algorithms, given as dotted object identifiers, aren't a pair that receipts have: SHA-1 or SHA-256 together
    /// with rsaEncryption, or with the identifier that names both algorithms. The parameters must be absent or NULL.
    /// Code: `algorithm.unsupported`.
    case unsupportedAlgorithm(digest: String, signature: String)
    /// The receipt uses SHA-1 and was created after 2025-01-24, when Apple's last certificate for SHA-1 expired, or the policy never
    /// accepts SHA-1.
    /// Code: `algorithm.sha1`.
    case sha1NotAccepted(SHA1Use, created: Date)

    // The chain: signer, one intermediate, pinned root (RFC 5280 section 6).

    /// No certificate in the receipt has the name of the signer's issuer as its subject, byte for byte.
    /// Code: `chain.issuerMissing`.
    case issuerCertificateMissing
    /// Several certificates in the receipt have the name of the signer's issuer, so their order would decide which one is used.
    /// Code: `chain.issuerAmbiguous`.
    case issuerCertificateAmbiguous
    /// A certificate isn't X.509 in DER, or has a name of more than 512 bytes, an extension that can't be parsed, or a signature with
    /// unused bits.
    /// Code: `chain.certificateMalformed`.
    case malformedCertificate(ChainPosition)
    /// The chain doesn't lead to a trusted root: no root has the name or the key that the intermediate names, no root signed the
    /// intermediate, or the signer signed itself. The fingerprint identifies the last certificate that was reached.
    /// Code: `chain.untrustedRoot`.
    case untrustedRoot(Fingerprint)
    /// ``ReceiptPolicy/distrustedKeys`` contains the key of a certificate in the chain. The fingerprint identifies the key.
    /// Code: `chain.distrusted`.
    case distrusted(ChainPosition, Fingerprint)
    /// In the mode for Xcode's receipts, the signer isn't one of the certificates that the caller supplied.
    /// Code: `chain.notXcodeCertificate`.
    case notXcodeCertificate(Fingerprint)
    /// The signer or intermediate certificate isn't X.509 version 3, so it can't state its permitted uses.
    /// Code: `chain.version`.
    case certificateVersion(ChainPosition, found: Int64)
    /// A serial number isn't allowed by RFC 5280 section 4.1.2.2: it is zero, negative, or longer than 20 bytes.
    /// Code: `chain.serialNumber`.
    case serialNumber(ChainPosition)
    /// A certificate is signed with an algorithm that its kind of evidence can't have, or names one algorithm inside the signed part and
    /// another outside. Receipts need RSA PKCS #1 v1.5 with SHA-1, SHA-256, SHA-384 or SHA-512; JWS need ECDSA.
    /// Code: `chain.algorithm`.
    case certificateAlgorithm(ChainPosition)
    /// The signer isn't permitted to sign receipts: its certificate lacks the extension 1.2.840.113635.100.6.11.1 or, for a transaction
    /// receipt of version 2, 1.2.840.113635.100.6.5.1. Every developer has a certificate that leads to the same root; only this extension
    /// keeps them from signing receipts.
    /// Code: `chain.notReceiptSigner`.
    case notReceiptSigner(Fingerprint)
    /// The intermediate certificate isn't the issuer of receipt signers: it lacks the extension 1.2.840.113635.100.6.2.1 or, for a
    /// transaction receipt of version 2, 1.2.840.113635.100.6.2.2.
    /// Code: `chain.notReceiptIssuer`.
    case notReceiptIssuer(Fingerprint)
    /// A certificate wasn't valid yet when the evidence was signed. The time of verification is irrelevant.
    /// Code: `chain.notYetValid`.
    case certificateNotYetValid(ChainPosition, notBefore: Date, created: Date)
    /// A certificate had expired when the evidence was signed. The time of verification is irrelevant: receipts outlive the certificates
    /// that signed them.
    /// Code: `chain.expired`.
    case certificateExpired(ChainPosition, notAfter: Date, created: Date)
    /// A certificate has a critical extension that the verifier doesn't evaluate. Extensions that RFC 5280 requires to be critical are
    /// treated as critical even if the certificate doesn't mark them. An identifier of more than 64 characters is truncated and ends with
    /// `…`.
    /// Code: `chain.criticalExtension`.
    case criticalExtension(ChainPosition, String)
    /// A certificate has name constraints, which Apple's certificates don't have. The verifier rejects them instead of evaluating them.
    /// Code: `chain.nameConstraints`.
    case nameConstraints(ChainPosition)
    /// The intermediate or root certificate lacks basicConstraints with CA:TRUE, or the intermediate's basicConstraints aren't marked
    /// critical.
    /// Code: `chain.notCertificateAuthority`.
    case notCertificateAuthority(ChainPosition)
    /// The signer's certificate is marked as a certificate authority, but a receipt's signer issues no certificates.
    /// Code: `chain.signerIsAuthority`.
    case signerIsCertificateAuthority
    /// More certificates follow an issuer than the path length in its basicConstraints allows.
    /// Code: `chain.pathLength`.
    case pathLength(ChainPosition)
    /// keyUsage forbids this use of a key: the intermediate needs keyCertSign; the root, if it has keyUsage, keyCertSign; the signer, if it
    /// has keyUsage, digitalSignature.
    /// Code: `chain.keyUsage`.
    case keyUsage(ChainPosition)
    /// The signer's authorityKeyIdentifier differs from the intermediate's subjectKeyIdentifier. Both are present.
    /// Code: `chain.keyIdentifier`.
    case keyIdentifier(ChainPosition)
    /// A certificate's key is of the wrong kind or size. Keys must be RSA of 2048 to 4096 bits; for the signer of a transaction receipt,
    /// exactly 2048 bits, or exactly 1024 in version 2. For StoreKit 2's JWS, keys must be on P-256, or for an issuer also on P-384.
    /// Code: `chain.key`.
    case certificateKey(ChainPosition)
    /// The intermediate's key didn't sign the signer's certificate. If the root's key didn't sign the intermediate certificate,
    /// ``untrustedRoot(_:)`` is thrown instead.
    /// Code: `chain.signature`.
    case certificateSignature(ChainPosition)

    // The signature.

    /// The signer's key didn't sign this content: the content was changed, or was never signed.
    /// Code: `signature.invalid`.
    case signatureInvalid

    // The policy's requirements on the content.

    /// The evidence is an iOS 6 transaction receipt, whose environment isn't signed, and ``ReceiptPolicy/transactionReceipts`` doesn't
    /// accept that.
    /// Code: `environment.unsigned`.
    case environmentUnsigned
    /// The evidence's environment isn't one of ``ReceiptPolicy/environments``.
    /// Code: `environment.mismatch`.
    case environmentMismatch(found: StoreEnvironment, accepted: Set<StoreEnvironment>)
    /// A transaction receipt claims production, but has a transaction identifier of the form that only sandbox uses: 16 digits that begin
    /// with 100000 or 200000.
    /// Code: `environment.contradicted`.
    case environmentContradicted(transactionID: String)
    /// The evidence is for another app: its bundle identifier isn't one of ``ReceiptPolicy/bundleIdentifiers``, compared byte for byte.
    /// Code: `bundleIdentifier.mismatch`.
    case bundleIdentifierMismatch(found: String, accepted: Set<String>)
    /// The evidence is for a different version of the app than ``ReceiptPolicy/appVersion``.
    /// Code: `appVersion.mismatch`.
    case appVersionMismatch(found: String, expected: String)
    /// The policy has an ``ReceiptPolicy/appVersion``, and this kind of evidence doesn't contain a version.
    /// Code: `appVersion.unanswered`.
    case appVersionUnanswered(expected: String)
    /// The evidence is a realtime request, which contains no bundle identifier, and the policy has no ``ReceiptPolicy/appAppleID`` to
    /// compare with its app.
    /// Code: `appAppleID.missing`.
    case appAppleIDMissing
    /// The evidence names another app in the App Store than ``ReceiptPolicy/appAppleID``, or is from production and names none.
    /// Code: `appAppleID.mismatch`.
    case appAppleIDMismatch(found: Int64?, expected: Int64)
    /// The evidence was created or signed later than the time of verification, by more than ``ReceiptPolicy/clockTolerance``.
    /// Code: `date.future`.
    case createdInFuture(created: Date, now: Date)
    /// The evidence was created or signed earlier than the time of verification, by more than ``ReceiptPolicy/maximumAge``.
    /// Code: `date.tooOld`.
    case tooOld(created: Date, now: Date)
    /// The policy has a ``ReceiptPolicy/maximumAge``, and an iOS 6 transaction receipt doesn't state when Apple signed it.
    /// Code: `maximumAge.unanswered`.
    case maximumAgeUnanswered(TimeInterval)
    /// The receipt itself had expired by the time of verification (attribute 21, volume purchases).
    /// Code: `date.expired`.
    case expired(expiration: Date, now: Date)
    /// The policy requires a device but lists no identifier of the kind that this evidence is bound to.
    /// Code: `device.identifierMissing`.
    case deviceIdentifierMissing
    /// The evidence is for another device. For a receipt, attribute 5 isn't the hash over one of the policy's identifiers, attribute 4 and
    /// attribute 2.
    /// Code: `device.mismatch`.
    case deviceMismatch
    /// The policy requires a device, and the JWS or transaction receipt doesn't state which device it is for.
    /// Code: `device.verificationMissing`.
    case deviceVerificationMissing

    // Errors that concern several JWS.

    /// The evidence is a renewal info alone. It names no app, so it must be verified together with its transaction, or in a notification.
    /// Code: `renewalInfo.unbound`.
    case renewalInfoUnbound
    /// The JWS of one JSON body or notification don't belong together: they differ in this member.
    /// Code: `evidence.disagreement`.
    case disagreement(String)
    /// A JWS in a notification failed verification, although the notification's own signature and payload passed.
    /// Code: the code of the error inside.
    indirect case nested(member: String, VerificationError)
}

extension VerificationError: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `chain.notReceiptSigner`, for logs, metrics and programs that read them. A malformed
    /// receipt has the code of its ``ReceiptFields/FormatError``.
    public var code: String { words.code.name }

    /// The likely reason. See ``ReceiptFields/ErrorClass``. Every error of this type has one.
    public var `class`: ErrorClass? {
        switch self {
        case .malformed(let error): error.class
        case .nested(_, let error): error.class
        // Apple signed nothing with SHA-1 after that date.
        case .sha1NotAccepted(_, let created) where created > ReceiptPolicy.SHA1Acceptance.end: .untrusted
        default: words.code.class
        }
    }

    /// True if the JSON body is one of Apple's lists without elements, such as the last page of a transaction history. Ignore this error if
    /// you merge the page with other evidence.
    public var isEmptyPage: Bool {
        if case .malformed(let error) = self { error.isEmptyPage } else { false }
    }

    /// One line that states the value found and the value expected. Strings from the evidence are escaped.
    public var description: String { words.text }

    /// The same as ``description``, in English. `localizedDescription` returns it.
    public var errorDescription: String? { description }

    /// The codes of malformed evidence are in `FormatError.Reason` and `JWSFault`.
    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .malformed(let error): error.words
        case .signerCertificateMissing(let serial):
            (
                .signerCertificateMissing,
                "The signer's certificate, serial number \(SafeText.hex(serial.prefix(32))), is not in the receipt"
            )
        case .signerCertificateAmbiguous(let serial):
            (
                .signerCertificateAmbiguous,
                "Several certificates in the receipt have the signer's issuer and serial number \(SafeText.hex(serial.prefix(32)))"
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
        case .issuerCertificateMissing:
            (.chainIssuerMissing, "The certificate that issued the signer certificate is missing")
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
                "Signed by certificate \(fingerprint), which is not one of the policy's Xcode certificates"
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
                "Certificate \(fingerprint) may not sign for the App Store: extension \(AppleExtension.receiptSigner) is missing"
            )
        case .notReceiptIssuer(let fingerprint):
            (
                .chainNotReceiptIssuer,
                "Certificate \(fingerprint) may not issue signers of the App Store: extension \(AppleExtension.receiptIssuer) is missing"
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
            (.chainKeyIdentifier, "\(position.certificate) names a different issuer key")
        case .certificateKey(let position):
            (.chainKey, "\(position.key) is not of a kind and size that Apple uses for this")
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
                "The receipt claims production, but transaction \(SafeText.quoted(identifier)) is from the sandbox"
            )
        case .bundleIdentifierMismatch(let found, let accepted):
            (
                .bundleIdentifierMismatch,
                "The evidence is for bundle identifier \(SafeText.quoted(found)), expected \(Self.list(accepted.map(SafeText.quoted)))"
            )
        case .appAppleIDMissing:
            (
                .appAppleIDMissing,
                "The evidence names its app only by appAppleId, and the policy has no appAppleID to compare"
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
                "The evidence is for app version \(SafeText.quoted(found)), expected \(SafeText.quoted(expected))"
            )
        case .appVersionUnanswered(let expected):
            (
                .appVersionUnanswered,
                "The policy demands app version \(SafeText.quoted(expected)), which this kind of evidence does not contain"
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
                "The policy demands a maximum age, but an iOS 6 transaction receipt does not say when it was signed"
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
                "A renewal info names no app: verify it with its transaction or in a notification"
            )
        case .disagreement(let member):
            (.evidenceDisagreement, "The JWS do not belong together: they differ in \(member)")
        // An element of a list may be evidence of any kind.
        case .nested(let member, let error) where member.hasSuffix("]"):
            (error.words.code, Self.sentence(error.description, "in \(member)"))
        case .nested(let member, let error):
            (error.words.code, Self.sentence(error.description, "the JWS in \(member)"))
        }
    }

    /// Inserts a location into a message, before its full stop if it has one.
    private static func sentence(_ message: String, _ place: String) -> String {
        message.hasSuffix(".") ? "\(message.dropLast()) (\(place))." : "\(message) (\(place))"
    }

    private static func list(_ accepted: [String]) -> String {
        accepted.isEmpty ? "none" : accepted.sorted().joined(separator: " or ")
    }
}
