import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("Real receipts", .enabled(if: Corpus.isAvailable))
struct CorpusVerificationTests {
    static let appleSigned = Corpus.entries.filter(\.expected.chainsToAppleRoot)
    static let xcodeSigned = Corpus.entries.filter { !$0.expected.chainsToAppleRoot }

    private func policy(
        _ entry: Corpus.Entry, device: DeviceRequirement = .unchecked,
        _ environments: Set<StoreEnvironment> = [.sandbox]
    ) throws -> ReceiptPolicy {
        try ReceiptPolicy(bundleIdentifiers: [entry.expected.bundleID], device: device, environments: environments)
    }

    @Test("The corpus is whole")
    func complete() {
        #expect(Self.appleSigned.count == 18)
        #expect(Self.xcodeSigned.count == 3)
        #expect(Self.appleSigned.filter { $0.expected.deviceIdentifierHex != nil }.count == 5)
    }

    @Test("Apple-signed receipts verify against the embedded root", arguments: appleSigned)
    func verified(_ entry: Corpus.Entry) throws {
        let receipt = try Subject.verify(entry.bytes, policy(entry))
        #expect(receipt.bundleIdentifier == entry.expected.bundleID)
        #expect(receipt.verification.digest.rawValue == entry.expected.digest)
        #expect(
            receipt.verification.trustAnchor.description
                == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
        #expect(!receipt.verification.isDeviceChecked)
        #expect(receipt.purchases.count == entry.expected.inApp.count)
        let base64 = Data(entry.bytes).base64EncodedString(options: .lineLength76Characters)
        #expect(try ReceiptVerifier(policy: policy(entry)).verify(base64: base64, at: Subject.now) == receipt)
    }

    @Test("and are rejected for their environment, which is sandbox", arguments: appleSigned)
    func environment(_ entry: Corpus.Entry) {
        #expect(
            verificationError { _ = try Subject.verify(entry.bytes, policy(entry, [.production])) }
                == .environmentMismatch(found: .sandbox, accepted: [.production]))
    }

    @Test("and for another app", arguments: appleSigned)
    func bundle(_ entry: Corpus.Entry) throws {
        var policy = try policy(entry)
        policy.bundleIdentifiers = [entry.expected.bundleID + "x"]
        #expect(
            verificationError { _ = try Subject.verify(entry.bytes, policy) }
                == .bundleIdentifierMismatch(
                    found: entry.expected.bundleID, accepted: [entry.expected.bundleID + "x"]))
    }

    @Test(
        "Known devices are recognised, others are not",
        arguments: appleSigned.filter { $0.expected.deviceIdentifierHex != nil })
    func device(_ entry: Corpus.Entry) throws {
        var octets = try Subject.octets(try #require(entry.expected.deviceIdentifierHex))
        #expect(octets.count == 16)
        let device = try Subject.device(octets)
        #expect(try Subject.verify(entry.bytes, policy(entry, device: device)).verification.isDeviceChecked)
        octets[15] ^= 1
        let other = try Subject.device(octets)
        #expect(
            verificationError { _ = try Subject.verify(entry.bytes, policy(entry, device: other)) } == .deviceMismatch)
    }

    @Test("Xcode's receipts are rejected as untrusted, and accepted with Xcode's certificate", arguments: xcodeSigned)
    func xcode(_ entry: Corpus.Entry) throws {
        let certificate = try #require(try UnverifiedReceipt(entry.bytes).certificates.first)
        let fingerprint = Fingerprint(of: certificate)
        #expect(fingerprint.description == "ff0ba36e721d2db741d2aa11e6112ef78bf7131b46c7f035b00891d045c864fe")
        let store = try policy(entry, [.xcode])
        #expect(verificationError { _ = try Subject.verify(entry.bytes, store) } == .untrustedRoot(fingerprint))
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked, trust: .xcode([certificate]))
        #expect(try Subject.verify(entry.bytes, policy).environment == .xcode)
    }

    @Test("None of them is accepted at a time before it was created", arguments: appleSigned)
    func future(_ entry: Corpus.Entry) throws {
        let created = try UnverifiedReceipt(entry.bytes).unverified.creationDate
        let before = created.addingTimeInterval(-301)
        #expect(
            verificationError { _ = try Subject.verify(entry.bytes, policy(entry), at: before) }
                == .createdInFuture(created: created, now: before))
    }
}
