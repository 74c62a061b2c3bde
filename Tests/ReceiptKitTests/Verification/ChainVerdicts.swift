import Foundation
import ReceiptKit
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// What our chain function and swift-certificates' `Verifier` with `RFC5280Policy` say of the same three certificates.
struct ChainVerdicts: Equatable {
    /// The code of the refusal, or `accepted`.
    var ours: String
    var theirs: Bool

    init(ours: String, theirs: Bool) { (self.ours, self.theirs) = (ours, theirs) }

    init(
        signer: [UInt8], intermediate: [UInt8], root: [UInt8], at date: Date, _ demands: ChainDemands?
    ) async {
        var ours = "accepted"
        do throws(VerificationError) {
            let signer = try EncodedCertificate(derEncoded: signer, .signer)
            let intermediate = try EncodedCertificate(derEncoded: intermediate, .intermediate)
            let root = try ChainCertificate(trusted: root)
            try demands?.check(signer: signer, intermediate: intermediate, root: root, at: date)
            let chain = try CertificateChain(signer: signer, intermediate: intermediate, root: root)
            try demands?.check(chain)
            try chain.validate(at: date)
        } catch { ours = error.code }
        self.ours = ours
        theirs = await Self.judge(signer, intermediate, root, date)
    }

    private static func judge(
        _ signer: [UInt8], _ intermediate: [UInt8], _ root: [UInt8], _ date: Date
    ) async -> Bool {
        do {
            var verifier = Verifier(rootCertificates: CertificateStore([try Certificate(derEncoded: root)])) {
                RFC5280Policy(fixedExpiryValidationTime: date)
            }
            let result = await verifier.validate(
                leaf: try Certificate(derEncoded: signer),
                intermediates: CertificateStore([try Certificate(derEncoded: intermediate)]))
            guard case .validCertificate(let chain) = result else { return false }
            return chain.count == 3
        } catch { return false }
    }
}
