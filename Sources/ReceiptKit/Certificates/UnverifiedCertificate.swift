internal import ReceiptFields
internal import SwiftASN1
internal import X509

/// A certificate as received: its bytes, and the positions of the parts that link it to its issuer. Nothing else in it is decoded, because
/// it is unverified, and an attacker can make decoding a certificate take many times as long as verifying a signature.
package struct UnverifiedCertificate: Sendable {
    /// The maximum size of a name, in bytes. Apple's have 100 to 200.
    static let maximumNameSize = 512
    /// The maximum number of ASN.1 elements. Apple's certificates have 65 to 82.
    static let maximumElements = 256

    private let source: [UInt8]
    private let outline: CertificateOutline
    /// The certificate's place in the chain, for errors.
    let position: VerificationError.ChainPosition
    /// The algorithm that the certificate claims to be signed with.
    let signatureAlgorithm: Certificate.SignatureAlgorithm

    /// Creates the certificate that `outline` describes in `source`.
    init(_ source: [UInt8], _ outline: CertificateOutline, _ position: VerificationError.ChainPosition)
        throws(VerificationError)
    {
        let serialNumber = source[outline.serialNumber]
        guard let algorithm = Self.algorithm(source[outline.outerAlgorithm]), (0...2).contains(outline.version),
            let first = serialNumber.first, first < 0x80, outline.issuer.count <= Self.maximumNameSize,
            outline.subject.count <= Self.maximumNameSize, outline.unusedSignatureBits == 0,
            CertificateTime.areWellFormed(inValidity: source[outline.validity])
        else {
            throw .malformedCertificate(position)
        }
        self.source = source
        self.outline = outline
        self.position = position
        signatureAlgorithm = algorithm
        try countElements()
    }

    /// Parses bytes that contain exactly one DER certificate.
    package init(derEncoded bytes: [UInt8], _ position: VerificationError.ChainPosition) throws(VerificationError) {
        let outline: CertificateOutline
        do throws(FormatError) { outline = try CertificateOutline(of: bytes) } catch {
            throw .malformedCertificate(position)
        }
        self = try UnverifiedCertificate(bytes, outline, position)
    }

    private func countElements() throws(VerificationError) {
        var limits = ReceiptLimits()
        limits.maximumElements = Self.maximumElements
        let whole = bytes
        var reader = DERReader(whole.span, limits: limits)
        do throws(FormatError) { try reader.skipTree() } catch { throw .malformedCertificate(position) }
    }

    package var bytes: ArraySlice<UInt8> { source[outline.whole] }
    package var fingerprint: Fingerprint { Fingerprint(of: bytes) }
    var signedPart: ArraySlice<UInt8> { source[outline.signedPart] }
    var signature: ArraySlice<UInt8> { source[outline.signature] }
    var issuer: ArraySlice<UInt8> { source[outline.issuer] }
    var subject: ArraySlice<UInt8> { source[outline.subject] }
    /// The SubjectPublicKeyInfo with its header. Nil if something else follows the subject.
    var subjectPublicKeyInfo: ArraySlice<UInt8>? { outline.subjectPublicKeyInfo.map { source[$0] } }

    func replacingKey(with key: ArraySlice<UInt8>) -> ArraySlice<UInt8>? { outline.replacingKey(of: source, with: key) }

    /// Checks RFC 5280 sections 4.1.1.2 and 4.1.2.1 to 4.1.2.3: the version, the serial number, and that both algorithm identifiers are
    /// equal.
    func checkForm() throws(VerificationError) {
        guard outline.version == 2 else { throw .certificateVersion(position, found: outline.version &+ 1) }
        let serialNumber = source[outline.serialNumber]
        guard serialNumber.count <= 20, serialNumber.contains(where: { $0 != 0 }) else { throw .serialNumber(position) }
        guard source[outline.innerAlgorithm] == source[outline.outerAlgorithm] else {
            throw .certificateAlgorithm(position)
        }
    }
}

extension UnverifiedCertificate {
    var isSignedWithSHA1: Bool { signatureAlgorithm == .sha1WithRSAEncryption }

    private static func algorithm(_ encoding: ArraySlice<UInt8>) -> Certificate.SignatureAlgorithm? {
        algorithms.first { $0.encoding[...] == encoding }?.algorithm
    }

    /// The signature algorithms by the encodings of their AlgorithmIdentifier. RSA has NULL as its parameters (RFC 4055 section 5), or
    /// none; the other algorithms have none (RFC 5758 section 3.2, RFC 8410 section 3).
    private static let algorithms: [(encoding: [UInt8], algorithm: Certificate.SignatureAlgorithm)] = {
        let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]  // 1.2.840.113549.1.1
        let ecdsa: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]  // 1.2.840.10045.4.3
        let ed25519: [UInt8] = [0x2B, 0x65, 0x70]  // 1.3.101.112
        let withNull: [([UInt8], Certificate.SignatureAlgorithm)] = [
            (rsa + [5], .sha1WithRSAEncryption), (rsa + [11], .sha256WithRSAEncryption),
            (rsa + [12], .sha384WithRSAEncryption), (rsa + [13], .sha512WithRSAEncryption),
        ]
        let withNothing: [([UInt8], Certificate.SignatureAlgorithm)] = [
            (ecdsa + [2], .ecdsaWithSHA256), (ecdsa + [3], .ecdsaWithSHA384), (ecdsa + [4], .ecdsaWithSHA512),
            (ed25519, .ed25519),
        ]
        return withNull.map { (sequence($0, [0x05, 0x00]), $1) }
            + (withNull + withNothing).map { (sequence($0, []), $1) }
    }()

    private static func sequence(_ identifier: [UInt8], _ parameters: [UInt8]) -> [UInt8] {
        [0x30, UInt8(identifier.count + 2 + parameters.count), 0x06, UInt8(identifier.count)] + identifier + parameters
    }
}

/// Checks the spelling of a certificate's times. swift-certificates determines the values of the times, and accepts spellings that this
/// check rejects: fractions of a second, a second 60, a year 0000.
///
/// ```
/// Validity ::= SEQUENCE { notBefore Time, notAfter Time }
/// Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
/// ```
/// RFC 5280 section 4.1.2.5: `YYMMDDhhmmssZ`, whose years from 50 on are in the 20th century, or `YYYYMMDDhhmmssZ`.
enum CertificateTime {
    private static let utcTime = DERTag(rawValue: 0x17)
    private static let generalizedTime = DERTag(rawValue: 0x18)

    /// Returns true if these are the content bytes of a Validity, and both times exist in the calendar.
    static func areWellFormed(inValidity validity: ArraySlice<UInt8>) -> Bool {
        var reader = DERReader(validity.span, limits: ReceiptLimits())
        do throws(FormatError) {
            for _ in 0..<2 {
                guard let tag = reader.nextTag, tag == utcTime || tag == generalizedTime else { return false }
                let content = try reader.element(tag)
                guard isWellFormed(validity.part(content), tag) else { return false }
            }
            try reader.finish()
            return true
        } catch {
            return false
        }
    }

    /// Returns true if the time exists in the calendar. For this check, the time is rewritten in the form of a receipt's dates,
    /// `YYYY-MM-DDThh:mm:ssZ`.
    private static func isWellFormed(_ time: ArraySlice<UInt8>, _ tag: DERTag) -> Bool {
        guard let first = time.first, time.count == (tag == utcTime ? 13 : 15) else { return false }
        var text: [UInt8] = []
        text.reserveCapacity(20)
        if tag == utcTime { text += (first < UInt8(ascii: "5") ? "20" : "19").utf8 }
        text += time
        for (place, character) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] {
            text.insert(contentsOf: character.utf8, at: place)
        }
        let whole = text[...]
        return Timestamp.parse(whole.span, years: 1...9999) != nil
    }
}
