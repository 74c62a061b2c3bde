package import ReceiptFields

extension ErrorCode {
    package static let certificates = Section(
        "The signer and its certificates",
        [
            .signerCertificateMissing, .signerCertificateAmbiguous, .algorithmUnsupported, .algorithmSha1,
            .chainIssuerMissing, .chainIssuerAmbiguous, .chainCertificateMalformed, .chainUntrustedRoot,
            .chainDistrusted, .chainNotXcodeCertificate, .chainVersion, .chainSerialNumber, .chainAlgorithm,
            .chainNotReceiptSigner, .chainNotReceiptIssuer, .chainNotYetValid, .chainExpired,
            .chainCriticalExtension, .chainNameConstraints, .chainNotCertificateAuthority,
            .chainSignerIsAuthority, .chainPathLength, .chainKeyUsage, .chainKeyIdentifier, .chainKey,
            .chainSignature, .signatureInvalid,
        ])

    static let signerCertificateMissing = ErrorCode(
        "signer.certificateMissing", class: .untrusted,
        "No certificate in the receipt has the issuer and serial number of the signer.",
        cause: "A forger removed or replaced certificates.",
        support: .forged)

    static let signerCertificateAmbiguous = ErrorCode(
        "signer.certificateAmbiguous", class: .untrusted,
        "Several certificates have the issuer and serial number of the signer.",
        cause: "A forger added certificates.",
        support: .forged)

    static let algorithmUnsupported = ErrorCode(
        "algorithm.unsupported", class: .untrusted,
        "The receipt isn't signed with RSA and SHA-1 or SHA-256.",
        cause: "Another program signed it.",
        remedyInTests: "In tests, sign with RSA and SHA-256.",
        support: .forged)

    static let algorithmSha1 = ErrorCode(
        "algorithm.sha1", class: .policy,
        "The receipt or a certificate is signed with SHA-1, which the policy doesn't accept for the receipt's date.",
        cause: """
            Either the policy rejects SHA-1 and the receipt is an old one, or the receipt claims a date after SHA-1 ended \
            on 2025-01-24.
            """,
        remedy: "In the app, refresh the receipt.",
        support: .forged)

    static let chainIssuerMissing = ErrorCode(
        "chain.issuerMissing", class: .untrusted,
        "The intermediate certificate, which issued the signer certificate, is missing.",
        cause:
            "A forger removed the certificate, or the policy lacks the intermediate of an iOS 6 transaction receipt.",
        remedy: "For an iOS 6 transaction receipt, give the policy the intermediate.",
        options: ["--intermediate"],
        support: .forged)

    static let chainIssuerAmbiguous = ErrorCode(
        "chain.issuerAmbiguous", class: .untrusted,
        "Several certificates have the name of the issuer of the signer certificate.",
        cause: "A forger added certificates.",
        support: .forged)

    static let chainCertificateMalformed = ErrorCode(
        "chain.certificateMalformed", class: .untrusted,
        "A certificate of the chain can't be read.",
        cause: "A forger made it.",
        support: .forged)

    static let chainUntrustedRoot = ErrorCode(
        "chain.untrustedRoot", class: .untrusted,
        "The certificate chain doesn't lead to a root that the policy trusts.",
        cause: "A test authority or Xcode signed the evidence, or a forger made it.",
        remedy:
            "If your own test authority signed the evidence, trust that authority's root. If Xcode signed it, trust Xcode's certificate.",
        options: ["--trust-root", "--xcode-certificate"],
        support: .forged)

    static let chainDistrusted = ErrorCode(
        "chain.distrusted", class: .policy,
        "The policy distrusts the key of a certificate in the chain.",
        cause: "The hash of the key is in the policy's list of distrusted keys.",
        remedy: "Compare the hashes with the keySHA256 that an inspection shows.",
        options: ["--distrusted-key"],
        support: .forged)

    static let chainNotXcodeCertificate = ErrorCode(
        "chain.notXcodeCertificate", class: .untrusted,
        "The policy trusts Xcode's certificates, and another certificate signed the evidence.",
        cause: "Each Mac has its own certificate.",
        remedy:
            "In the Xcode that signed the evidence, choose Editor > Save Public Certificate, and trust that certificate.",
        options: ["--xcode-certificate"],
        support: .forged)

    static let chainVersion = ErrorCode(
        "chain.version", class: .untrusted,
        "A certificate of the chain isn't of X.509 version 3.",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, issue certificates of version 3.",
        support: .forged)

    static let chainSerialNumber = ErrorCode(
        "chain.serialNumber", class: .untrusted,
        "A serial number isn't positive, or has more than 20 bytes (RFC 5280 section 4.1.2.2).",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, use a positive serial number of at most 20 bytes.",
        support: .forged)

    static let chainAlgorithm = ErrorCode(
        "chain.algorithm", class: .untrusted,
        "A certificate of the chain is signed with an algorithm that isn't accepted.",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, sign certificates with RSA for receipts and with ECDSA for JWS.",
        support: .forged)

    static let chainNotReceiptSigner = ErrorCode(
        "chain.notReceiptSigner", class: .untrusted,
        "The signer certificate lacks Apple's extension for signing receipts and JWS.",
        cause: "A developer's certificate, which leads to the same root, signed the evidence.",
        remedyInTests: "In tests, put the extension into the certificate.",
        support: .forged)

    static let chainNotReceiptIssuer = ErrorCode(
        "chain.notReceiptIssuer", class: .untrusted,
        "The intermediate certificate lacks Apple's extension for issuing such signers.",
        cause: "Another of Apple's intermediate certificates issued the signer certificate.",
        remedyInTests: "In tests, put the extension into the certificate.",
        support: .forged)

    static let chainNotYetValid = ErrorCode(
        "chain.notYetValid", class: .untrusted,
        "A certificate wasn't valid yet when the evidence was signed.",
        cause: "The evidence claims a date that is too early, or a test authority's certificates begin later.",
        remedyInTests: "In tests, use certificates that begin before the date of the evidence.",
        support: .forged)

    static let chainExpired = ErrorCode(
        "chain.expired", class: .untrusted,
        "A certificate had expired when the evidence was signed.",
        cause: "The evidence claims a later date, or a test authority's certificates have expired.",
        remedyInTests: "In tests, date the evidence within the certificates' validity.",
        support: .forged)

    static let chainCriticalExtension = ErrorCode(
        "chain.criticalExtension", class: .untrusted,
        "A certificate has a critical extension that the verifier doesn't know.",
        cause: "Another authority issued it.",
        support: .forged)

    static let chainNameConstraints = ErrorCode(
        "chain.nameConstraints", class: .untrusted,
        "A certificate has name constraints, which Apple's never have.",
        cause: "Another authority issued it.",
        support: .forged)

    static let chainNotCertificateAuthority = ErrorCode(
        "chain.notCertificateAuthority", class: .untrusted,
        "An issuer in the chain isn't marked as a certificate authority.",
        cause: "A forger issued a certificate with a key that isn't allowed to issue any.",
        remedyInTests: "In tests, give issuers a critical basicConstraints with CA:TRUE.",
        support: .forged)

    static let chainSignerIsAuthority = ErrorCode(
        "chain.signerIsAuthority", class: .untrusted,
        "The signer certificate is marked as a certificate authority.",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, leave CA:TRUE out of the signer certificate.",
        support: .forged)

    static let chainPathLength = ErrorCode(
        "chain.pathLength", class: .untrusted,
        "More certificates follow an issuer than its path length allows.",
        cause: "A forger issued a certificate with a key that isn't allowed to issue it.",
        support: .forged)

    static let chainKeyUsage = ErrorCode(
        "chain.keyUsage", class: .untrusted,
        "The keyUsage of a certificate doesn't allow what its key is used for.",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, give issuers keyCertSign and signers digitalSignature.",
        support: .forged)

    static let chainKeyIdentifier = ErrorCode(
        "chain.keyIdentifier", class: .untrusted,
        "The signer certificate names a different issuer key than the intermediate certificate has.",
        cause: "Certificates of two chains were mixed.",
        remedyInTests: "In tests, issue both certificates again.",
        support: .forged)

    static let chainKey = ErrorCode(
        "chain.key", class: .untrusted,
        "The key of a certificate isn't of a kind and size that Apple uses.",
        cause: "Another authority issued it.",
        remedyInTests: "In tests, use RSA of 2048 to 4096 bits for receipts, and P-256 or P-384 for JWS.",
        support: .forged)

    static let chainSignature = ErrorCode(
        "chain.signature", class: .untrusted,
        "The key of the intermediate certificate didn't sign the signer certificate.",
        cause: "A forger made the certificate.",
        support: .forged)

    static let signatureInvalid = ErrorCode(
        "signature.invalid", class: .damaged,
        "The signature doesn't match the content.",
        cause: "The content changed on the way, or a forger made it.",
        remedy: "If the evidence is your customer's, fetch it again, and send it unchanged.",
        support: .damaged)
}
