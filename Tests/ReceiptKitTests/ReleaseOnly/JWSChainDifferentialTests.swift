import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Compares the chains of JWS with the same reference: ECDSA on P-256 and P-384.
@Suite("The chain of a JWS, beside swift-certificates' Verifier")
struct JWSChainDifferentialTests {
    private static let jws = AppStoreChainPolicy(.ecdsa, ReceiptPolicy(bundleIdentifier: "", device: .unchecked))
    private static let signedDate = TestJWSContent.example(.transaction).signedDate

    private func verdicts(
        _ signer: [UInt8], _ intermediate: [UInt8], at date: Date = signedDate, _ demands: AppStoreChainPolicy? = jws
    ) async throws -> ChainVerdicts {
        await ChainVerdicts(
            signer: signer, intermediate: intermediate, root: try TestAuthority.standard.jwsRootCertificate, at: date,
            demands)
    }

    @Test("The test authority's chain: both accept it while it is valid, and neither before or after")
    func valid() async throws {
        let chain = try TestAuthority.standard.jws.certificates.map { try $0.encoded() }
        let (start, end) = (Date.utc(2021, 3, 17, 20, 37, 10), Date.utc(2036, 3, 19))
        let dates: [(Date, String)] = [
            (start - 1, "chain.notYetValid"), (start, "accepted"), (Self.signedDate, "accepted"), (end, "accepted"),
            (end + 1, "chain.expired"),
        ]
        for (date, code) in dates {
            let verdict = try await verdicts(chain[0], chain[1], at: date)
            #expect(verdict == ChainVerdicts(ours: code, theirs: code == "accepted"), "\(date)")
        }
    }

    @Test(
        "Every defect of a JWS's chain: nothing that the reference rejects is accepted",
        arguments: JWSDefect.all.filter { $0.step == .chain && $0.kinds.contains(.transaction) })
    func defects(_ defect: JWSDefect) async throws {
        let issued = try TestAuthority.standard.issue(TestJWSContent.example(.transaction), defects: [defect])
        let certificates = try certificates(ofJWS: issued.text)
        // Verified at the payload's date, which may be the defect.
        let milliseconds = try #require(issued.jws.payload["signedDate"].flatMap(Double.init))
        let verdict = try await verdicts(
            certificates[0], certificates[1], at: Date(timeIntervalSince1970: milliseconds / 1_000))
        let error = #expect(throws: VerificationError.self) {
            try JWSSubject.verifier().verify(transaction: issued.text, at: JWSSubject.now(.transaction))
        }
        #expect(error?.code == verdict.ours)
    }

    /// One change to a chain. Certificates are signed after the change.
    typealias Change = @Sendable (inout TestChain) -> Void

    static let changes: [Change] = [
        { $0.signer.version = 2 }, { $0.intermediate?.version = 1 }, { $0.signer.extensions = [] },
        { $0.intermediate?.extensions = [] }, { $0.root?.extensions = [] },
        { $0.signer.extensions.set(.basicConstraints(isAuthority: true)) },
        { $0.signer.extensions.remove([2, 5, 29, 19]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 19]) },
        { $0.intermediate?.extensions.set(.basicConstraints(isAuthority: true, isCritical: false)) },
        { $0.root?.extensions.set(.basicConstraints(isAuthority: true, pathLength: 0)) },
        { $0.signer.extensions.remove([2, 5, 29, 15]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 15]) },
        { $0.root?.extensions.set(.keyUsage([.digitalSignature])) },
        { $0.signer.extensions.remove([2, 5, 29, 35]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 14]) },
        { $0.intermediate?.extensions.set(.authorityKeyIdentifier([1, 2, 3])) },
        { $0.signer.extensions.append(TestExtension([1, 2, 3, 4], isCritical: false, value: [5, 0])) },
        { $0.signer.extensions.append(TestExtension([1, 2, 3, 4], isCritical: true, value: [5, 0])) },
        { $0.root?.extensions.append(TestExtension([1, 2, 3, 4], isCritical: true, value: [5, 0])) },
        { $0.intermediate?.extensions.append(.nameConstraints(permittedDNSName: "example.com")) },
        { $0.signer.notAfter = signedDate }, { $0.signer.notBefore = signedDate },
        { $0.signer.notAfter = signedDate.addingTimeInterval(-1) },
        { $0.intermediate?.notBefore = signedDate.addingTimeInterval(1) },
        { $0.signer.serialNumber = [0] }, { $0.signer.serialNumber = [UInt8](repeating: 0x11, count: 21) },
        { $0.signer.issuerKey = .untrustedJWSIntermediate }, { $0.intermediate?.issuerKey = .untrustedJWSRoot },
        { $0.signer.setDigest(.sha256) }, { $0.intermediate?.setDigest(.sha512) },
        { $0.signer.outerSignatureAlgorithm = .ecdsaWithSHA256 },
        { $0.signer.signatureUnusedBits = 1 }, { $0.signer.subject = TestName([.commonName("é")]) },
        { $0.signer.subjectPublicKeyInfo = TestKey.jwsIntermediate.subjectPublicKeyInfo },
    ]

    @Test("A hundred chains with up to three changes")
    func changedChains() async throws {
        let verdicts = try await ChainVerdicts.changed(
            TestAuthority.standard.jws, by: Self.changes, rounds: 100, seed: 2_027, at: Self.signedDate)
        let accepted = verdicts.count { $0.ours == "accepted" }
        #expect(accepted > 10)
        #expect(verdicts.count - accepted > 30)
    }
}
