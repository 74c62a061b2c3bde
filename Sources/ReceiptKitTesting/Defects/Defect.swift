/// One thing that can be wrong with a receipt.
///
/// ```swift
/// let bytes = try TestAuthority.standard.sign(
///     receipt, defects: [.developerCertificate])
/// ```
///
/// Each defect spoils one thing and leaves all else right, so that a refusal has only one reason. Where the thing is
/// under the signature, the receipt is signed after it was spoilt.
public enum Defect: String, CaseIterable, Hashable, Sendable {
    // MARK: Container

    /// One bit of the content was flipped after signing.
    case contentFlipped = "content-flipped"
    /// One bit of the signature was flipped.
    case signatureFlipped = "signature-flipped"
    /// Nobody signed.
    case noSigner = "no-signer"
    /// There are two signers, both of them right.
    case twoSigners = "two-signers"
    /// The signature is over signed attributes, which no genuine receipt has.
    case signedAttributes = "signed-attributes"
    /// The signer is named by its key, not by issuer and serial number.
    case signerByKeyIdentifier = "signer-by-key-identifier"
    /// The signer's certificate is not in the bag.
    case signerCertificateMissing = "signer-certificate-missing"
    /// A second certificate in the bag has the signer's issuer and serial number.
    case signerCertificateAmbiguous = "signer-certificate-ambiguous"
    /// The intermediate is not in the bag.
    case intermediateMissing = "intermediate-missing"
    /// Two certificates in the bag have the name of the signer's issuer.
    case intermediateAmbiguous = "intermediate-ambiguous"
    /// The receipt names MD5 as its digest.
    case md5Digest = "md5-digest"
    /// The receipt is signed with SHA-384, rightly.
    case sha384Digest = "sha384-digest"
    /// The digest and the signature algorithm do not belong together.
    case algorithmPairMismatch = "algorithm-pair-mismatch"
    /// The receipt was created after 2025-01-24 and is signed with SHA-1.
    case sha1AfterItsEnd = "sha1-after-its-end"
    /// The container has no content.
    case detached
    /// The container says that it is enveloped data.
    case notSignedData = "not-signed-data"
    /// The content says that it is signed data.
    case contentNotData = "content-not-data"
    /// The container has version 5.
    case containerVersion = "container-version"
    /// A byte follows the container.
    case trailingByte = "trailing-byte"
    /// The last byte is missing.
    case truncated

    // MARK: Certificates

    /// All certificates are issued by a stranger with the same names and serial numbers.
    case wrongRoot = "wrong-root"
    /// The intermediate names the trusted root, but another key signed it.
    case forgedIntermediate = "forged-intermediate"
    /// The signer issued its own certificate, with the right marker, and comes alone.
    case selfSigned = "self-signed"
    /// A developer certificate of the same intermediate signed: it lacks the receipt marker.
    case developerCertificate = "developer-certificate"
    /// The signer lacks the marker of receipt signers and is right in all else.
    case signerMarkerMissing = "signer-marker-missing"
    /// The intermediate lacks the marker of receipt issuers.
    case intermediateMarkerMissing = "intermediate-marker-missing"
    /// The signer had expired a day before the receipt was created.
    case signerExpired = "signer-expired"
    /// The signer becomes valid a day after the receipt was created.
    case signerNotYetValid = "signer-not-yet-valid"
    /// The intermediate had expired a day before the receipt was created.
    case intermediateExpired = "intermediate-expired"
    /// The intermediate becomes valid a day after the receipt was created.
    case intermediateNotYetValid = "intermediate-not-yet-valid"
    /// The intermediate is not a certificate authority.
    case intermediateNotAuthority = "intermediate-not-authority"
    /// The intermediate's key usage does not allow signing certificates.
    case intermediateWithoutCertificateSigning = "intermediate-without-certificate-signing"
    /// The signer's key usage does not allow signatures.
    case signerWithoutDigitalSignature = "signer-without-digital-signature"
    /// The signer is a certificate authority.
    case signerIsAuthority = "signer-is-authority"
    /// The intermediate is an X.509 version 1 certificate, which has no extensions.
    case intermediateVersion1 = "intermediate-version-1"
    /// The signer's certificate names one signature algorithm inside and another outside.
    case algorithmMismatch = "algorithm-mismatch"
    /// The signer has a critical extension that nobody knows.
    case unknownCriticalExtension = "unknown-critical-extension"
    /// The intermediate constrains names.
    case nameConstraints = "name-constraints"
    /// The signer names another key of its issuer than the intermediate has.
    case keyIdentifierMismatch = "key-identifier-mismatch"
    /// The signer has the same extension twice.
    case duplicateExtension = "duplicate-extension"
    /// The serial number of the signer is 0.
    case serialNumberZero = "serial-number-zero"
    /// The signer names the intermediate as its issuer, but another key signed it.
    case signerForged = "signer-forged"
    /// The receipt was created after 2025-01-24, and its signer is signed with SHA-1.
    case sha1CertificateAfterItsEnd = "sha1-certificate-after-its-end"

    // MARK: Payload

    /// The device hash is that of another device.
    case wrongDevice = "wrong-device"
    /// The bundle identifier (2) is missing.
    case missingBundleID = "missing-bundle-id"
    /// The creation date (12) is missing.
    case missingCreationDate = "missing-creation-date"
    /// The bundle identifier (2) stands there twice, each time another.
    case duplicateBundleID = "duplicate-bundle-id"
    /// The bundle identifier (2) is empty.
    case emptyBundleID = "empty-bundle-id"
    /// The device hash (5) has 19 bytes.
    case shortDeviceHash = "short-device-hash"
    /// The creation date (12) is 30 February.
    case malformedCreationDate = "malformed-creation-date"
    /// The purchase date (1704) of a row is not a date.
    case malformedPurchaseDate = "malformed-purchase-date"
    /// The cancellation date (1712) of a row is 30 February. Read as absent, a refund would vanish.
    case malformedCancellationDate = "malformed-cancellation-date"
    /// The product identifier (1702) of a row is not UTF-8.
    case invalidProductID = "invalid-product-id"
    /// A row has no transaction identifier (1703).
    case missingTransactionID = "missing-transaction-id"
    /// The quantity (1701) of a row is -1.
    case negativeQuantity = "negative-quantity"
}

extension Defect {
    /// What is wrong, in one line.
    public var summary: String { definition.summary }

    /// The stable code of the error that a verifier must give for a receipt of ``TestAuthority/standard``, such as
    /// `chain.notReceiptSigner`.
    public var expectedError: String { definition.expectedError }

    /// Whether the signature still fits the content. Nil if there is no telling.
    package var isSignatureValid: Bool? { definition.isSignatureValid }

    /// Whether the payload is still what the receipt says.
    package var leavesPayload: Bool {
        if case .none = definition.steps.payload { true } else { false }
    }
}

extension Defect: CustomStringConvertible {
    /// The name on the command line.
    public var description: String { rawValue }
}
