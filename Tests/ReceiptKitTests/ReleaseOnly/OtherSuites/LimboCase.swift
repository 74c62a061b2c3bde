import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport

/// A case of C2SP x509-limbo, as far as it concerns chains.
struct LimboCase: Decodable {
    struct File: Decodable {
        let testcases: [LimboCase]
    }

    enum Expected: String, Decodable {
        case success = "SUCCESS"
        case failure = "FAILURE"
    }

    let id: String
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    let validationTime: String?
    let maxChainDepth: Int?
    let expectedResult: Expected

    private enum CodingKeys: String, CodingKey {
        case id
        case trustedCerts = "trusted_certs"
        case untrustedIntermediates = "untrusted_intermediates"
        case peerCertificate = "peer_certificate"
        case validationTime = "validation_time"
        case maxChainDepth = "max_chain_depth"
        case expectedResult = "expected_result"
    }

    /// True if it has a signer, one intermediate and a root: one certificate is sent with the leaf, and the case
    /// doesn't require the validator to allow no intermediate (a setting that three certificates can't satisfy).
    var fitsThreeCertificates: Bool {
        untrustedIntermediates.count == 1 && !trustedCerts.isEmpty && (maxChainDepth ?? 1) >= 1
    }

    /// The time of validation. If a case has none, any time between 1970 and 2969 will do.
    var date: Date? {
        guard let validationTime else { return Subject.now }
        let formatter = ISO8601DateFormatter()
        if let date = formatter.date(from: validationTime) { return date }
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.date(from: validationTime)
    }

    /// Returns our chain function's error code, or nil if it accepts.
    func verdict(at date: Date) -> String? {
        do throws(VerificationError) { try validate(at: date) } catch { return error.code }
        return nil
    }

    private func validate(at date: Date) throws(VerificationError) {
        let signer = try UnverifiedCertificate(derEncoded: Self.der(peerCertificate), .signer)
        let intermediate = try UnverifiedCertificate(derEncoded: Self.der(untrustedIntermediates[0]), .intermediate)
        var roots: [VerifiedCertificate] = []
        for root in trustedCerts { roots.append(try VerifiedCertificate(trusted: Self.der(root))) }
        let root = try RootSelection(for: intermediate, among: roots, at: date).root
        try CertificateChain(signer: signer, intermediate: intermediate, root: root).validate(at: date)
    }

    private static func der(_ pem: String) -> [UInt8] {
        let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        return Array(Data(base64Encoded: body) ?? Data())
    }
}
