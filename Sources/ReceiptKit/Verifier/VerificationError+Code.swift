public import ReceiptEssentials
internal import ReceiptFields

extension VerificationError: CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `chain.notReceiptSigner`: for logs, metrics and programs that read
    /// them. A malformed receipt has the code of its ``ReceiptFields/FormatError``.
    public var code: String {
        switch self {
        case .malformed(let error): error.code
        case .signerCertificateMissing: "signer.certificateMissing"
        case .signerCertificateAmbiguous: "signer.certificateAmbiguous"
        case .unsupportedAlgorithm: "algorithm.unsupported"
        case .sha1NotAccepted: "algorithm.sha1"
        case .issuerCertificateMissing: "chain.issuerMissing"
        case .issuerCertificateAmbiguous: "chain.issuerAmbiguous"
        case .malformedCertificate: "chain.certificateMalformed"
        case .untrustedRoot: "chain.untrustedRoot"
        case .distrusted: "chain.distrusted"
        case .notXcodeCertificate: "chain.notXcodeCertificate"
        case .certificateVersion: "chain.version"
        case .serialNumber: "chain.serialNumber"
        case .certificateAlgorithm: "chain.algorithm"
        case .notReceiptSigner: "chain.notReceiptSigner"
        case .notReceiptIssuer: "chain.notReceiptIssuer"
        case .certificateNotYetValid: "chain.notYetValid"
        case .certificateExpired: "chain.expired"
        case .criticalExtension: "chain.criticalExtension"
        case .nameConstraints: "chain.nameConstraints"
        case .notCertificateAuthority: "chain.notCertificateAuthority"
        case .signerIsCertificateAuthority: "chain.signerIsAuthority"
        case .pathLength: "chain.pathLength"
        case .keyUsage: "chain.keyUsage"
        case .keyIdentifier: "chain.keyIdentifier"
        case .certificateKey: "chain.key"
        case .certificateSignature: "chain.signature"
        case .signatureInvalid: "signature.invalid"
        case .environmentUnsigned: "environment.unsigned"
        case .environmentMismatch: "environment.mismatch"
        case .environmentContradicted: "environment.contradicted"
        case .bundleIdentifierMismatch: "bundleIdentifier.mismatch"
        case .appAppleIDMissing: "appAppleID.missing"
        case .appAppleIDMismatch: "appAppleID.mismatch"
        case .appVersionMismatch: "appVersion.mismatch"
        case .appVersionUnanswered: "appVersion.unanswered"
        case .createdInFuture: "date.future"
        case .tooOld: "date.tooOld"
        case .maximumAgeUnanswered: "maximumAge.unanswered"
        case .expired: "date.expired"
        case .deviceIdentifierMissing: "device.identifierMissing"
        case .deviceMismatch: "device.mismatch"
        case .deviceVerificationMissing: "device.verificationMissing"
        case .renewalInfoUnbound: "renewalInfo.unbound"
        case .disagreement: "evidence.disagreement"
        case .nested(_, let error): error.code
        }
    }

    /// One line: what was found and what was expected. Text that came from the receipt is escaped.
    public var description: String {
        switch self {
        case .malformed(let error): error.description
        case .signerCertificateMissing(let serial):
            "The signer's certificate, serial number \(Escaped.hex(serial.prefix(32))), is not in the receipt"
        case .signerCertificateAmbiguous(let serial):
            "Several certificates in the receipt have the signer's issuer and serial number \(Escaped.hex(serial.prefix(32)))"
        case .unsupportedAlgorithm(let digest, let signature):
            "Digest \(digest) with signature \(signature); accepted are SHA-1 and SHA-256 with RSA"
        case .sha1NotAccepted(let use, let created):
            "SHA-1 in the \(use.rawValue)'s signature is not accepted for a receipt created on \(Timestamp.string(created))"
        case .issuerCertificateMissing: "The certificate that issued the signer's is missing"
        case .issuerCertificateAmbiguous: "Several certificates have the name of the signer's issuer"
        case .malformedCertificate(let position): "The \(position.rawValue)'s certificate cannot be read"
        case .untrustedRoot(let fingerprint): "Certificate \(fingerprint) does not lead to the trusted root"
        case .distrusted(let position, let fingerprint):
            "The \(position.rawValue)'s key \(fingerprint) is distrusted by the policy"
        case .notXcodeCertificate(let fingerprint):
            "Signed by certificate \(fingerprint), which is not the Xcode certificate given"
        case .certificateVersion(let position, let found):
            "The \(position.rawValue)'s certificate is of version \(found), expected 3"
        case .serialNumber(let position): "The \(position.rawValue)'s serial number is not allowed by RFC 5280"
        case .certificateAlgorithm(let position):
            "The \(position.rawValue)'s certificate is signed with an algorithm that is not accepted"
        case .notReceiptSigner(let fingerprint):
            "Certificate \(fingerprint) may not sign for the App Store: extension \(Marker.receiptSigner) is missing"
        case .notReceiptIssuer(let fingerprint):
            "Certificate \(fingerprint) may not issue signers of the App Store: extension \(Marker.receiptIssuer) is missing"
        case .certificateNotYetValid(let position, let notBefore, let created):
            "The \(position.rawValue)'s certificate is valid from \(Timestamp.string(notBefore)); "
                + "the evidence was signed on \(Timestamp.string(created))"
        case .certificateExpired(let position, let notAfter, let created):
            "The \(position.rawValue)'s certificate expired on \(Timestamp.string(notAfter)); "
                + "the evidence was signed on \(Timestamp.string(created))"
        case .criticalExtension(let position, let identifier):
            "The \(position.rawValue)'s certificate has the unknown critical extension \(identifier)"
        case .nameConstraints(let position): "The \(position.rawValue)'s certificate has name constraints"
        case .notCertificateAuthority(let position): "The \(position.rawValue) is not marked as a certificate authority"
        case .signerIsCertificateAuthority: "The signer is marked as a certificate authority"
        case .pathLength(let position): "More certificates follow the \(position.rawValue) than it allows"
        case .keyUsage(let position): "The \(position.rawValue)'s key may not be used for this"
        case .keyIdentifier(let position): "The \(position.rawValue)'s certificate names another key as its issuer's"
        case .certificateKey(let position):
            "The \(position.rawValue)'s key is not of a kind and size that Apple signs this with"
        case .certificateSignature(let position): "The \(position.rawValue)'s certificate was not signed by its issuer"
        case .signatureInvalid: "The signature does not match the content"
        case .environmentUnsigned:
            "This is an iOS 6 transaction receipt, whose environment is not signed, and the policy does not accept that"
        case .environmentMismatch(let found, let accepted):
            "The evidence is for environment \(found), expected \(Self.list(accepted.map(\.description)))"
        case .environmentContradicted(let identifier):
            "Claimed to be of production, but transaction \(Escaped.text(identifier)) is of sandbox"
        case .bundleIdentifierMismatch(let found, let accepted):
            "The evidence is for bundle identifier \(Escaped.text(found)), expected \(Self.list(accepted.map(Escaped.text)))"
        case .appVersionMismatch(let found, let expected):
            "The evidence is for app version \(Escaped.text(found)), expected \(Escaped.text(expected))"
        case .appVersionUnanswered(let expected):
            "App version \(Escaped.text(expected)) is demanded, which this kind of evidence does not tell"
        case .appAppleIDMissing:
            "The evidence names its app by appAppleId alone, and the policy has no appAppleID to compare"
        case .appAppleIDMismatch(let found?, let expected):
            "The evidence is for the app \(found) in the App Store, expected \(expected)"
        case .appAppleIDMismatch(nil, let expected):
            "The evidence does not name the app in the App Store, expected \(expected)"
        case .createdInFuture(let created, let now):
            "The evidence was signed on \(Timestamp.string(created)), after now, \(Timestamp.string(now))"
        case .tooOld(let created, let now):
            "The evidence was signed on \(Timestamp.string(created)), too long before now, \(Timestamp.string(now))"
        case .maximumAgeUnanswered:
            "A maximum age is demanded, and an iOS 6 transaction receipt does not tell when it was signed"
        case .expired(let expiration, let now):
            "The receipt expired on \(Timestamp.string(expiration)); now is \(Timestamp.string(now))"
        case .deviceIdentifierMissing: "The policy demands a device, but has no identifier that a receipt is bound to"
        case .deviceMismatch: "The evidence is for another device"
        case .deviceVerificationMissing: "The evidence does not say which device it is for"
        case .renewalInfoUnbound:
            "A renewal info names no app: it is verified beside its transaction or in a notification"
        case .disagreement(let member): "The JWS do not belong together: they differ in \(member)"
        // An element of a list of evidence may be of any kind.
        case .nested(let member, let error) where member.hasSuffix("]"): "\(error.description) (in \(member))"
        case .nested(let member, let error): "\(error.description) (the JWS in \(member))"
        }
    }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }

    private static func list(_ accepted: [String]) -> String {
        accepted.isEmpty ? "none" : accepted.sorted().joined(separator: " or ")
    }
}
