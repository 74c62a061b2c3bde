import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Compares with swift-certificates' `Verifier` with `RFC5280Policy`: our chain function must never accept a chain that
/// the `Verifier` rejects.
@Suite("The chain, beside swift-certificates' Verifier")
struct ChainDifferentialTests {
    /// The policy's demands on chains only. The empty bundle identifier doesn't matter here.
    private static let receipt = AppStoreChainPolicy(.rsa, ReceiptPolicy(bundleIdentifier: "", device: .unchecked))

    @Test("Every receipt of the corpus that chains to Apple's root: both accept", .enabled(if: Corpus.isAvailable))
    func corpus() async throws {
        let root = try [UInt8](
            Data(
                contentsOf: try #require(Corpus.folder).deletingLastPathComponent().appendingPathComponent(
                    "certs/AppleIncRootCertificate.cer")))
        for entry in Corpus.entries where entry.expected.chainsToAppleRoot {
            let receipt = try UnverifiedReceipt(entry.bytes)
            let created = try receipt.unverified.creationDate
            let certificates = receipt.certificates
            let verdict = await ChainVerdicts(
                signer: certificates[0], intermediate: certificates[1], root: root, at: created, Self.receipt)
            #expect(verdict == ChainVerdicts(ours: "accepted", theirs: true), "\(entry.name)")
            // Verified without the policy's demands, because its check of SHA-1 comes before the dates.
            let late = await ChainVerdicts(
                signer: certificates[0], intermediate: certificates[1], root: root,
                at: Date(timeIntervalSince1970: 2_100_000_000), nil)
            #expect(late == ChainVerdicts(ours: "chain.expired", theirs: false), "\(entry.name)")
        }
    }

    @Test("Every defect of the test kit: nothing that the reference rejects is accepted", arguments: Defect.all)
    func defects(_ defect: Defect) async throws {
        let issued = try TestAuthority.standard.issue(
            Subject.receipt, digest: defect.name == "sha1-after-its-end" ? .sha1 : .sha256, defects: [defect])
        guard let intermediate = issued.chain.intermediate else { return }
        let verdict = await ChainVerdicts(
            signer: try issued.chain.signer.encoded(), intermediate: try intermediate.encoded(),
            root: try TestAuthority.standard.rootCertificate, at: Subject.receipt.creationDate, Self.receipt)
        if verdict.ours == "accepted" { #expect(verdict.theirs) }
        if defect.expectedError.hasPrefix("chain."), !defect.expectedError.hasPrefix("chain.issuer") {
            #expect(verdict.ours == defect.expectedError)
        }
    }

    /// One change to a chain. Certificates are signed after the change.
    typealias Change = @Sendable (inout TestChain) -> Void

    static let changes: [Change] = [
        { $0.signer.version = 1 }, { $0.signer.version = 2 }, { $0.intermediate?.version = 2 },
        { $0.signer.extensions = [] }, { $0.intermediate?.extensions = [] }, { $0.root?.extensions = [] },
        { $0.signer.extensions.set(.basicConstraints(isAuthority: true)) },
        { $0.signer.extensions.remove([2, 5, 29, 19]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 19]) },
        { $0.root?.extensions.remove([2, 5, 29, 19]) },
        { $0.intermediate?.extensions.set(.basicConstraints(isAuthority: true, isCritical: false)) },
        { $0.intermediate?.extensions.set(.basicConstraints(isAuthority: true, pathLength: 3)) },
        { $0.root?.extensions.set(.basicConstraints(isAuthority: true, pathLength: 0)) },
        { $0.root?.extensions.set(.basicConstraints(isAuthority: true, pathLength: 1)) },
        { $0.signer.extensions.remove([2, 5, 29, 15]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 15]) },
        { $0.root?.extensions.set(.keyUsage([.digitalSignature])) },
        { $0.signer.extensions.set(.keyUsage([.digitalSignature, .keyCertSign])) },
        { $0.signer.extensions.remove([2, 5, 29, 35]) }, { $0.intermediate?.extensions.remove([2, 5, 29, 14]) },
        { $0.intermediate?.extensions.set(.authorityKeyIdentifier([1, 2, 3])) },
        { $0.signer.extensions.append(TestExtension([1, 2, 3, 4], isCritical: false, value: [5, 0])) },
        { $0.signer.extensions.append(TestExtension([1, 2, 3, 4], isCritical: true, value: [5, 0])) },
        { $0.intermediate?.extensions.append(TestExtension([1, 2, 3, 4], isCritical: true, value: [5, 0])) },
        { $0.root?.extensions.append(TestExtension([1, 2, 3, 4], isCritical: true, value: [5, 0])) },
        { $0.signer.extensions.append(TestExtension([2, 5, 29, 37], isCritical: true, value: [0x30, 0])) },
        { $0.intermediate?.extensions.append(.nameConstraints(permittedDNSName: "example.com")) },
        { $0.signer.notAfter = Subject.receipt.creationDate }, { $0.signer.notBefore = Subject.receipt.creationDate },
        { $0.signer.notAfter = Subject.receipt.creationDate.addingTimeInterval(-1) },
        { $0.intermediate?.notBefore = Subject.receipt.creationDate.addingTimeInterval(1) },
        { $0.root?.notAfter = Subject.receipt.creationDate.addingTimeInterval(-1) },
        { $0.signer.serialNumber = [0] }, { $0.signer.serialNumber = [UInt8](repeating: 0x11, count: 20) },
        { $0.signer.serialNumber = [UInt8](repeating: 0x11, count: 21) },
        { $0.intermediate?.serialNumber = [0x80, 1] },
        { $0.signer.issuerKey = .untrustedRoot }, { $0.intermediate?.issuerKey = .untrustedRoot },
        { $0.signer.setDigest(.sha1) }, { $0.intermediate?.setDigest(.sha1) },
        { $0.signer.outerSignatureAlgorithm = .sha1WithRSAEncryption },
        { $0.signer.signatureUnusedBits = 1 },
        { $0.signer.subject = TestName([.commonName("é")]) },
    ]

    @Test("Six hundred chains (a sample: one hundred) with up to three changes")
    func changedChains() async throws {
        var counts: [String: Int] = [:]
        let all = try await ChainVerdicts.changed(
            TestAuthority.standard.sha256, by: Self.changes, rounds: repetitions(600, sample: 100), seed: 2_026,
            at: Subject.receipt.creationDate)
        for verdict in all {
            counts[
                "\(verdict.theirs ? "reference accepts" : "reference rejects"), ours: \(verdict.ours)", default: 0] += 1
        }
        for (outcome, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("chain differential: \(outcome): \(count)")
        }
        #expect(counts["reference accepts, ours: accepted", default: 0] > 5)
    }
}
