public import ReceiptEssentials
internal import ReceiptFields

extension VerificationError: CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `chain.notReceiptSigner`: for logs, metrics and programs that read
    /// them. A malformed receipt has the code of its ``ReceiptFields/FormatError``.
    public var code: String { words.code }

    /// One line: what was found and what was expected. Text that came from the receipt is escaped.
    public var description: String { words.text }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }

    /// The codes of what is malformed are in `FormatError.Reason` and `JWSFault`.
    private var words: (code: String, text: String) {
        switch self {
        case .malformed(let error): (error.code, error.description)
        case .signerCertificateMissing(let serial):
            (
                "signer.certificateMissing",
                "The signer's certificate, serial number \(Escaped.hex(serial.prefix(32))), is not in the receipt"
            )
        case .signerCertificateAmbiguous(let serial):
            (
                "signer.certificateAmbiguous",
                "Several certificates in the receipt have the signer's issuer and serial number \(Escaped.hex(serial.prefix(32)))"
            )
        case .unsupportedAlgorithm(let digest, let signature):
            (
                "algorithm.unsupported",
                "Digest \(digest) with signature \(signature); accepted are SHA-1 and SHA-256 with RSA"
            )
        case .sha1NotAccepted(let use, let created):
            (
                "algorithm.sha1",
                "SHA-1 in the \(use.rawValue)'s signature is not accepted for a receipt created on \(Timestamp.string(created))"
            )
        case .issuerCertificateMissing: ("chain.issuerMissing", "The certificate that issued the signer's is missing")
        case .issuerCertificateAmbiguous:
            ("chain.issuerAmbiguous", "Several certificates have the name of the signer's issuer")
        case .malformedCertificate(let position):
            ("chain.certificateMalformed", "\(position.certificate) cannot be read")
        case .untrustedRoot(let fingerprint):
            ("chain.untrustedRoot", "Certificate \(fingerprint) does not lead to the trusted root")
        case .distrusted(let position, let fingerprint):
            ("chain.distrusted", "\(position.key) \(fingerprint) is distrusted by the policy")
        case .notXcodeCertificate(let fingerprint):
            (
                "chain.notXcodeCertificate",
                "Signed by certificate \(fingerprint), which is not the Xcode certificate given"
            )
        case .certificateVersion(let position, let found):
            ("chain.version", "\(position.certificate) is of version \(found), expected 3")
        case .serialNumber(let position):
            ("chain.serialNumber", "The \(position.rawValue)'s serial number is not allowed by RFC 5280")
        case .certificateAlgorithm(let position):
            ("chain.algorithm", "\(position.certificate) is signed with an algorithm that is not accepted")
        case .notReceiptSigner(let fingerprint):
            (
                "chain.notReceiptSigner",
                "Certificate \(fingerprint) may not sign for the App Store: extension \(Marker.receiptSigner) is missing"
            )
        case .notReceiptIssuer(let fingerprint):
            (
                "chain.notReceiptIssuer",
                "Certificate \(fingerprint) may not issue signers of the App Store: extension \(Marker.receiptIssuer) is missing"
            )
        case .certificateNotYetValid(let position, let notBefore, let created):
            (
                "chain.notYetValid",
                "\(position.certificate) is valid from \(Timestamp.string(notBefore)); "
                    + "the evidence was signed on \(Timestamp.string(created))"
            )
        case .certificateExpired(let position, let notAfter, let created):
            (
                "chain.expired",
                "\(position.certificate) expired on \(Timestamp.string(notAfter)); "
                    + "the evidence was signed on \(Timestamp.string(created))"
            )
        case .criticalExtension(let position, let identifier):
            ("chain.criticalExtension", "\(position.certificate) has the unknown critical extension \(identifier)")
        case .nameConstraints(let position):
            ("chain.nameConstraints", "\(position.certificate) has name constraints")
        case .notCertificateAuthority(let position):
            ("chain.notCertificateAuthority", "The \(position.rawValue) is not marked as a certificate authority")
        case .signerIsCertificateAuthority:
            ("chain.signerIsAuthority", "The signer is marked as a certificate authority")
        case .pathLength(let position):
            ("chain.pathLength", "More certificates follow the \(position.rawValue) than it allows")
        case .keyUsage(let position): ("chain.keyUsage", "\(position.key) may not be used for this")
        case .keyIdentifier(let position):
            ("chain.keyIdentifier", "\(position.certificate) names another key as its issuer's")
        case .certificateKey(let position):
            ("chain.key", "\(position.key) is not of a kind and size that Apple signs this with")
        case .certificateSignature(let position):
            ("chain.signature", "\(position.certificate) was not signed by its issuer")
        case .signatureInvalid: ("signature.invalid", "The signature does not match the content")
        case .environmentUnsigned:
            (
                "environment.unsigned",
                "This is an iOS 6 transaction receipt, whose environment is not signed, and the policy does not accept that"
            )
        case .environmentMismatch(let found, let accepted):
            (
                "environment.mismatch",
                "The evidence is for environment \(found), expected \(Self.list(accepted.map(\.description)))"
            )
        case .environmentContradicted(let identifier):
            (
                "environment.contradicted",
                "Claimed to be of production, but transaction \(Escaped.text(identifier)) is of sandbox"
            )
        case .bundleIdentifierMismatch(let found, let accepted):
            (
                "bundleIdentifier.mismatch",
                "The evidence is for bundle identifier \(Escaped.text(found)), expected \(Self.list(accepted.map(Escaped.text)))"
            )
        case .appAppleIDMissing:
            (
                "appAppleID.missing",
                "The evidence names its app by appAppleId alone, and the policy has no appAppleID to compare"
            )
        case .appAppleIDMismatch(let found, let expected):
            (
                "appAppleID.mismatch",
                found.map { "The evidence is for the app \($0) in the App Store, expected \(expected)" }
                    ?? "The evidence does not name the app in the App Store, expected \(expected)"
            )
        case .appVersionMismatch(let found, let expected):
            (
                "appVersion.mismatch",
                "The evidence is for app version \(Escaped.text(found)), expected \(Escaped.text(expected))"
            )
        case .appVersionUnanswered(let expected):
            (
                "appVersion.unanswered",
                "App version \(Escaped.text(expected)) is demanded, which this kind of evidence does not tell"
            )
        case .createdInFuture(let created, let now):
            (
                "date.future",
                "The evidence was signed on \(Timestamp.string(created)), after now, \(Timestamp.string(now))"
            )
        case .tooOld(let created, let now):
            (
                "date.tooOld",
                "The evidence was signed on \(Timestamp.string(created)), too long before now, \(Timestamp.string(now))"
            )
        case .maximumAgeUnanswered:
            (
                "maximumAge.unanswered",
                "A maximum age is demanded, and an iOS 6 transaction receipt does not tell when it was signed"
            )
        case .expired(let expiration, let now):
            ("date.expired", "The receipt expired on \(Timestamp.string(expiration)); now is \(Timestamp.string(now))")
        case .deviceIdentifierMissing:
            (
                "device.identifierMissing",
                "The policy demands a device, but has no identifier that a receipt is bound to"
            )
        case .deviceMismatch: ("device.mismatch", "The evidence is for another device")
        case .deviceVerificationMissing:
            ("device.verificationMissing", "The evidence does not say which device it is for")
        case .renewalInfoUnbound:
            (
                "renewalInfo.unbound",
                "A renewal info names no app: it is verified beside its transaction or in a notification"
            )
        case .disagreement(let member):
            ("evidence.disagreement", "The JWS do not belong together: they differ in \(member)")
        // An element of a list of evidence may be of any kind.
        case .nested(let member, let error) where member.hasSuffix("]"):
            (error.code, Self.sentence(error.description, "in \(member)"))
        case .nested(let member, let error): (error.code, Self.sentence(error.description, "the JWS in \(member)"))
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

extension VerificationError.ChainPosition {
    fileprivate var certificate: String { "The \(rawValue)'s certificate" }
    fileprivate var key: String { "The \(rawValue)'s key" }
}
