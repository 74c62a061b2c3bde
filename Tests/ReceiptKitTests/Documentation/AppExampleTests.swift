import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

enum ReceiptAnswer {
    case verified(VerifiedReceipt)
    case missing
    case refused(VerificationError)
}

struct ReceiptFile {
    private let verifier: ReceiptVerifier

    init(
        for device: DeviceRequirement,
        environments: Set<ReceiptEnvironment>? = nil,
        trust: TrustStore = .appStore
    ) throws {
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                // In the code: a pirate edits Info.plist.
                bundleIdentifiers: ["com.example.app"], device: device,
                environments: environments, trust: trust))
    }

    func read(_ url: URL?, now: Date) throws -> ReceiptAnswer {
        guard let url, FileManager.default.fileExists(atPath: url.path)
        else { return .missing }
        let bytes = try Data(contentsOf: url)
        do {
            return .verified(try verifier.verify(bytes, at: now))
        } catch {
            return .refused(error)
        }
    }
}

#if DEBUG
    /// For the receipts of StoreKit testing. The certificate is the one
    /// that Xcode saved.
    func xcodeReceiptFile(certificate: URL) throws -> ReceiptFile {
        try ReceiptFile(
            for: .unchecked,  // how Xcode makes the hash is not known
            trust: .xcode([Array(Data(contentsOf: certificate))]))
    }
#endif

/// The code of the landing page, and of *Verifying in an app*.
@Suite("Documentation: landing page and app")
struct AppExampleTests {
    @Test("The first example prints what the customer may use")
    func landing() throws {
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        func show(_ bytes: [UInt8]) throws {
            let verifier = ReceiptVerifier(
                policy: ReceiptPolicy(
                    bundleIdentifier: "com.example.app", device: .unchecked))
            let receipt = try verifier.verify(bytes, at: Date())
            let ledger = try PurchaseLedger(merging: [receipt])
            for entitlement in ledger.currentEntitlements(at: Date()) {
                print(entitlement.productID)
            }
        }
        // Apple's root is trusted there, so a receipt of the test kit is rejected.
        let forged = try TestAuthority.standard.sign(Subject.receipt)
        let intermediate = try Attack.fingerprint(Attack.chain.intermediate)
        #expect(throws: VerificationError.untrustedRoot(intermediate)) { try show(forged) }
        #expect(printed.isEmpty)
    }

    @Test("A receipt file is verified, missing, or rejected")
    func file() throws {
        let reader = try ReceiptFile(
            for: Subject.device, trust: .roots([TestAuthority.standard.rootCertificate]))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }

        guard case .missing = try reader.read(nil, now: Subject.now) else { throw Unexpected() }
        guard case .missing = try reader.read(file, now: Subject.now) else { throw Unexpected() }

        try Data(TestAuthority.standard.sign(Subject.receipt)).write(to: file)
        guard case .verified(let receipt) = try reader.read(file, now: Subject.now) else { throw Unexpected() }
        #expect(receipt.purchases.count == 2)
        #expect(receipt.verification.isDeviceChecked)

        try Data(TestAuthority.standard.sign(Subject.receipt, defects: [.named("wrong-device")])).write(to: file)
        guard case .refused(let error) = try reader.read(file, now: Subject.now) else { throw Unexpected() }
        #expect(error == .deviceMismatch)
    }

    #if DEBUG
        @Test("A receipt of Xcode's is verified with its certificate, and rejected by the reader that customers get")
        func xcode() throws {
            let file = Fixtures.folder.appendingPathComponent("receipts/xcode.receipt")
            let certificate = Fixtures.folder.appendingPathComponent("xcode.cer")
            guard
                case .verified(let receipt) = try xcodeReceiptFile(certificate: certificate).read(
                    file, now: Subject.now)
            else { throw Unexpected() }
            #expect(receipt.receipt.environment == .xcode)
            let shipped = try ReceiptFile(for: Subject.device).read(file, now: Subject.now)
            guard case .refused(let error) = shipped else { throw Unexpected() }
            let own = Fingerprint(of: Array(try Data(contentsOf: certificate)))
            #expect(error == .untrustedRoot(own))
        }
    #endif

    private struct Unexpected: Error {}
}
