import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Transaction receipts: the policy")
struct TransactionReceiptPolicyTests {
    typealias Subject = TransactionReceiptSubject

    private func refusal(
        _ receipt: TestTransactionReceipt, _ change: (inout ReceiptPolicy) throws -> Void
    ) throws -> VerificationError? {
        try Subject.refusal(
            Subject.authority.issue(receipt).bytes, Subject.verifier(change), at: Subject.now(receipt.version))
    }

    @Test("Sandbox is accepted where the policy accepts it, also without a number of the app")
    func sandbox() throws {
        for named in ["Sandbox", "ProductionSandbox"] {
            let receipt = TestTransactionReceipt(isSandbox: true).with { $0.environment = named }
            #expect(
                try refusal(receipt) {
                    $0 = try $0.with(environments: [.sandbox])
                    $0.appAppleID = 6_450_123_456
                } == nil)
        }
        #expect(
            try refusal(TestTransactionReceipt()) { $0 = try $0.with(environments: [.sandbox]) }
                == .environmentMismatch(found: .production, accepted: [.sandbox]))
    }

    @Test("Whatever the policy accepts, nothing but the App Store's environments can be claimed")
    func claims() throws {
        #expect(
            try refusal(TestTransactionReceipt().with { $0.environment = "Xcode" }) {
                $0 = try $0.with(environments: [.production, .xcode])
            } == .environmentMismatch(found: .xcode, accepted: [.production, .xcode]))
    }

    @Test(
        "An identifier of sandbox's form has 16 digits and begins with 100000 or 200000",
        arguments: [
            ("1000000000000001", true), ("2000000000000001", true), ("1000010000000001", false),
            ("3000000000000001", false), ("100000000000001", false), ("10000000000000001", false),
            ("100000000000000x", false),
        ])
    func sandboxForm(identifier: String, isOfSandbox: Bool) throws {
        let receipt = TestTransactionReceipt().with { $0.transactionID = identifier }
        #expect(
            try refusal(receipt) { _ in }
                == (isOfSandbox ? .environmentContradicted(transactionID: identifier) : nil))
        let sandbox = receipt.with { $0.environment = "Sandbox" }
        #expect(try refusal(sandbox) { $0 = try $0.with(environments: [.sandbox]) } == nil)
    }

    @Test("A maximum age can't be satisfied")
    func maximumAge() throws {
        #expect(try refusal(TestTransactionReceipt()) { $0.maximumAge = 86_400 } == .maximumAgeUnanswered(86_400))
        #expect(VerificationError.maximumAgeUnanswered(1).code == "maximumAge.unanswered")
    }

    @Test("A purchase date may be in the future by the clock tolerance")
    func future() throws {
        let bytes = try Subject.issue().bytes
        let bought = TestTransactionReceiptVersion.four.exampleDate.measured
        let verifier = try Subject.verifier()
        #expect(Subject.refusal(bytes, verifier, at: bought.addingTimeInterval(-300)) == nil)
        let now = bought.addingTimeInterval(-301)
        #expect(Subject.refusal(bytes, verifier, at: now) == .createdInFuture(created: bought, now: now))
        let never = Date(timeIntervalSince1970: .nan)
        #expect(Subject.refusal(bytes, verifier, at: never)?.code == "date.future")
    }

    @Test("A device is demanded by its identifier for vendor")
    func device() throws {
        let mac = try #require(DeviceIdentifier(macAddress: [1, 2, 3, 4, 5, 6]))
        let id = TestTransactionReceipt.exampleVendorID
        #expect(
            try refusal(TestTransactionReceipt()) { $0.device = [mac, .deviceVerificationID(id)] }
                == .deviceIdentifierMissing)
        #expect(try refusal(TestTransactionReceipt()) { $0.device = [] } == .deviceIdentifierMissing)
        #expect(try refusal(TestTransactionReceipt()) { $0.device = [mac, .identifierForVendor(id)] } == nil)
        let old = TestTransactionReceipt(version: .two).with { $0.identifierForVendor = nil }
        #expect(try refusal(old) { _ in } == .deviceVerificationMissing)
        #expect(try refusal(old) { $0.device = .unchecked } == nil)
    }

    @Test("Separate codes for the Apple ID and the version of the app")
    func app() throws {
        let receipt = TestTransactionReceipt()
        #expect(try refusal(receipt) { $0.appVersion = "4" } == .appVersionMismatch(found: "42", expected: "4"))
        #expect(try refusal(receipt) { $0.appAppleID = 2 } == .appAppleIDMismatch(found: 6_450_123_456, expected: 2))
        #expect(
            try refusal(receipt.with { $0.appID = 0 }) { _ in }
                == .appAppleIDMismatch(found: nil, expected: 6_450_123_456))
        #expect(try refusal(receipt) { $0.bundleIdentifiers = .any } == nil)
    }

    @Test("The policy's lower limits apply")
    func limits() throws {
        let issued = try Subject.issue()
        var limits = ReceiptLimits()
        limits.maximumInputSize = 1_000
        let small = try Subject.verifier { $0.limits = limits }
        for bytes in [issued.bytes, Array(issued.base64.utf8)] {
            #expect(
                Subject.refusal(bytes, small)
                    == .malformed(FormatError(.limitExceeded(.input, allowed: 1_000), offset: 0)))
        }
        limits = ReceiptLimits()
        limits.maximumCertificateSize = 1_000
        #expect(
            Subject.refusal(issued.bytes, try Subject.verifier { $0.limits = limits })
                == .malformed(
                    FormatError(
                        .limitExceeded(.certificateSize, allowed: 1_000), path: .member("signature"), offset: 257)))
        limits.maximumCertificateSize = issued.signature.certificate.count
        #expect(Subject.refusal(issued.bytes, try Subject.verifier { $0.limits = limits }) == nil)
        // Base64 may have half as many bytes again, including line breaks, plus four.
        limits = ReceiptLimits()
        limits.maximumInputSize = 6_000
        let most = 6_000 / 2 * 3 + 4
        for (count, isRefused) in [(most, false), (most + 1, true)] {
            let text = issued.base64 + String(repeating: "\n", count: count - issued.base64.utf8.count)
            #expect(
                Subject.refusal(Array(text.utf8), try Subject.verifier { $0.limits = limits })
                    == (isRefused ? .malformed(FormatError(.limitExceeded(.input, allowed: 6_000), offset: 0)) : nil))
        }
        let big = [UInt8](repeating: UInt8(ascii: "{"), count: 1 << 20 | 1)
        #expect(
            Subject.refusal(big, try Subject.verifier())
                == .malformed(FormatError(.limitExceeded(.input, allowed: 1 << 20), offset: 0)))
    }
}
