import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

enum ReceiptAnswer {
    case verified(VerifiedReceipt)
    case missing
    case refused(VerificationError)
}

struct ReceiptFile {
    private let verifier: ReceiptVerifier

    init(for device: DeviceCheck, trust: TrustAnchor = .appStore) {
        verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app",  // in the code, not from Info.plist, which a pirate edits
                device: device, trust: trust))
    }

    func read(_ url: URL?, now: Date) throws -> ReceiptAnswer {
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return .missing }
        let bytes = try Data(contentsOf: url)
        do {
            return .verified(try verifier.verify(bytes, at: now))
        } catch {
            return .refused(error)
        }
    }
}

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
            for entitlement in receipt.ledger.currentEntitlements(at: Date()) {
                print(entitlement.productID)
            }
        }
        // Apple's root is trusted there, so a receipt of the test kit is refused.
        let forged = try TestAuthority.standard.sign(Subject.receipt)
        #expect(throws: VerificationError.self) { try show(forged) }
        #expect(printed.isEmpty)
    }

    @Test("A receipt file is verified, missing, or refused")
    func file() throws {
        let reader = ReceiptFile(
            for: Subject.device, trust: try .roots([TestAuthority.standard.rootCertificate]))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }

        guard case .missing = try reader.read(nil, now: Subject.now) else { throw Unexpected() }
        guard case .missing = try reader.read(file, now: Subject.now) else { throw Unexpected() }

        try Data(TestAuthority.standard.sign(Subject.receipt)).write(to: file)
        guard case .verified(let receipt) = try reader.read(file, now: Subject.now) else { throw Unexpected() }
        #expect(receipt.purchases.count == 2)
        #expect(receipt.verification.isDeviceChecked)

        try Data(TestAuthority.standard.sign(Subject.receipt, defects: [.wrongDevice])).write(to: file)
        guard case .refused(let error) = try reader.read(file, now: Subject.now) else { throw Unexpected() }
        #expect(error == .deviceMismatch)
    }

    private struct Unexpected: Error {}
}
