internal import ReceiptFields
internal import SwiftASN1
internal import X509

/// A certificate that takes part in a chain: its bytes, where its names lie in them, and what swift-certificates reads in it.
package struct ChainCertificate: Sendable {
    /// The longest name in octets; Apple's have 100 to 200. Nobody has vouched for a certificate when it is parsed, and of all
    /// that fits into one, names take the longest: 8 KiB of them ten times as long as an honest chain.
    static let maximumNameSize = 512

    private let source: [UInt8]
    package let outline: CertificateOutline
    let certificate: Certificate

    /// The certificate that `outline` describes, inside `source`.
    init(_ source: [UInt8], _ outline: CertificateOutline, _ position: ChainPosition) throws(VerificationError) {
        guard outline.issuer.count <= Self.maximumNameSize, outline.subject.count <= Self.maximumNameSize else {
            throw .malformedCertificate(position)
        }
        do {
            certificate = try Certificate(derEncoded: source[outline.whole])
        } catch {
            throw .malformedCertificate(position)
        }
        guard outline.unusedSignatureBits == 0,
            CertificateTime.areWellFormed(inValidity: source[outline.validity])
        else {
            throw .malformedCertificate(position)
        }
        self.source = source
        self.outline = outline
    }

    /// A certificate of its own, DER.
    package init(derEncoded bytes: [UInt8], _ position: ChainPosition) throws(VerificationError) {
        let all = bytes[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        let outline: CertificateOutline
        do throws(FormatError) {
            outline = try reader.certificateOutline()
            try reader.finish()
        } catch {
            throw .malformedCertificate(position)
        }
        self = try ChainCertificate(bytes, outline, position)
    }

    package var bytes: ArraySlice<UInt8> { source[outline.whole] }
    package var fingerprint: CertificateFingerprint { CertificateFingerprint(of: bytes) }
    var issuer: ArraySlice<UInt8> { source[outline.issuer] }
    var subject: ArraySlice<UInt8> { source[outline.subject] }
    var serialNumber: ArraySlice<UInt8> { source[outline.serialNumber] }
    var innerAlgorithm: ArraySlice<UInt8> { source[outline.innerAlgorithm] }
    var outerAlgorithm: ArraySlice<UInt8> { source[outline.outerAlgorithm] }

    var isSignedWithSHA1: Bool { certificate.signatureAlgorithm == .sha1WithRSAEncryption }
}
