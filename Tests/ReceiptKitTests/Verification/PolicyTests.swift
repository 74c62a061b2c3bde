import Foundation
import ReceiptFields
import ReceiptKitTesting
import Testing

@testable import ReceiptKit

@Suite("What the policy demands")
struct PolicyTests {
    static let bytes: [UInt8] = {
        do { return try TestAuthority.standard.sign(Subject.receipt) } catch { return [] }
    }()
    static let created = Subject.receipt.creationDate

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout ReceiptPolicy) throws -> Void
        var now = Subject.now
        let error: VerificationError?
    }

    static let rows: [Row] = [
        Row(testDescription: "nothing else", change: { _ in }, error: nil),
        Row(
            testDescription: "PAY-01 another app", change: { $0.bundleIdentifiers = ["com.example.other"] },
            error: .bundleIdentifierMismatch(found: "com.example.app", accepted: ["com.example.other"])),
        Row(
            testDescription: "PAY-06 case counts", change: { $0.bundleIdentifiers = ["com.example.App"] },
            error: .bundleIdentifierMismatch(found: "com.example.app", accepted: ["com.example.App"])),
        Row(
            testDescription: "one of several apps",
            change: { $0.bundleIdentifiers = ["com.example.other", "com.example.app"] }, error: nil),
        Row(
            testDescription: "PAY-01 none of several apps",
            change: { $0.bundleIdentifiers = ["com.example.other", "com.example.App"] },
            error: .bundleIdentifierMismatch(
                found: "com.example.app", accepted: ["com.example.other", "com.example.App"])),
        Row(
            testDescription: "PAY-01 no app at all", change: { $0.bundleIdentifiers = [] },
            error: .bundleIdentifierMismatch(found: "com.example.app", accepted: [])),
        Row(testDescription: "any app, said aloud", change: { $0.bundleIdentifiers = .any }, error: nil),
        Row(
            testDescription: "PAY-03 another environment", change: { try $0.set(environments: [.sandbox]) },
            error: .environmentMismatch(found: .production, accepted: [.sandbox])),
        Row(
            testDescription: "several environments", change: { try $0.set(environments: [.sandbox, .production]) },
            error: nil),
        Row(testDescription: "the app version", change: { $0.appVersion = "42" }, error: nil),
        Row(
            testDescription: "another app version", change: { $0.appVersion = "42.0" },
            error: .appVersionMismatch(found: "42", expected: "42.0")),
        Row(
            testDescription: "PAY-02 another device", change: { $0.device = [.identifierForVendor(UUID())] },
            error: .deviceMismatch),
        Row(
            testDescription: "a MAC address instead", change: { $0.device = try Subject.device([0, 1, 2, 3, 4, 5]) },
            error: .deviceMismatch),
        Row(
            testDescription: "DEV-07 a device, but no identifier", change: { $0.device = [] },
            error: .deviceIdentifierMissing),
        Row(
            testDescription: "one of several identifiers",
            change: {
                $0.device = [
                    .identifierForVendor(UUID()), .identifierForVendor(TestReceipt.exampleIdentifierForVendor),
                    try #require(DeviceIdentifier(macAddress: [0, 1, 2, 3, 4, 5])),
                ]
            }, error: nil),
        Row(
            testDescription: "PAY-02 none of several identifiers",
            change: { $0.device = [.identifierForVendor(UUID()), .identifierForVendor(UUID())] },
            error: .deviceMismatch),
        Row(testDescription: "DEV-06 no device, said aloud", change: { $0.device = .unchecked }, error: nil),
        Row(
            testDescription: "created exactly at the tolerance", change: { _ in },
            now: created.addingTimeInterval(-300), error: nil),
        Row(
            testDescription: "TIM-02 created a second beyond the tolerance", change: { _ in },
            now: created.addingTimeInterval(-301),
            error: .createdInFuture(created: created, now: created.addingTimeInterval(-301))),
        Row(
            testDescription: "no tolerance", change: { $0.clockTolerance = 0 }, now: created.addingTimeInterval(-1),
            error: .createdInFuture(created: created, now: created.addingTimeInterval(-1))),
        Row(
            testDescription: "as old as accepted", change: { $0.maximumAge = 60 }, now: created.addingTimeInterval(60),
            error: nil),
        Row(
            testDescription: "TIM-04 older than accepted", change: { $0.maximumAge = 60 },
            now: created.addingTimeInterval(61),
            error: .tooOld(created: created, now: created.addingTimeInterval(61))),
        Row(
            testDescription: "TIM-01 twenty years later", change: { _ in },
            now: created.addingTimeInterval(630_720_000),
            error: nil),
        Row(testDescription: "another root", change: { try $0.set(trust: .appStore) }, error: untrusted),
        Row(
            testDescription: "several roots",
            change: {
                try $0.set(
                    trust: .roots([TestAuthority.stranger.rootCertificate, TestAuthority.standard.rootCertificate]))
            }, error: nil),
        Row(
            testDescription: "CHN-24 the signer distrusted",
            change: { $0.distrustedCertificates = [try fingerprint(\.signer)] },
            error: distrusted(.signer, \.signer)),
        Row(
            testDescription: "the anchor distrusted",
            change: { $0.distrustedCertificates = [try fingerprint(\.anchor)] }, error: distrusted(.root, \.anchor)),
        Row(
            testDescription: "a stranger distrusted",
            change: { $0.distrustedCertificates = [Fingerprint(of: [1, 2, 3])] }, error: nil),
        Row(
            testDescription: "a lower limit", change: { $0.limits.maximumPurchases = 1 },
            error: .malformed(
                FormatError(
                    .limitExceeded(.purchases, allowed: 1), path: AttributePath.purchase(1),
                    offset: secondPurchaseOffset))),
        Row(
            testDescription: "DER-01 input above the limit", change: { $0.limits.maximumInputSize = 1_000 },
            error: .malformed(FormatError(.limitExceeded(.input, allowed: 1_000), offset: 0))),
    ]

    @Test(arguments: rows)
    func row(_ row: Row) throws {
        var policy = try Subject.policy()
        try row.change(&policy)
        let error = verificationError { _ = try Subject.verify(Self.bytes, policy, at: row.now) }
        #expect(error == row.error)
    }

    @Test("Limits hold for a container that was read with higher ones")
    func lowerLimits() throws {
        let receipt = try SignedReceipt(Self.bytes)
        let certificates = try receipt.certificates.map { try #require(Self.bytes.firstRange(of: $0)).lowerBound }
        let rows: [(change: (inout ReceiptLimits) -> Void, limit: FormatError.Limit, allowed: Int, offset: Int)] = [
            ({ $0.maximumInputSize = 4_000 }, .input, 4_000, 0),
            ({ $0.maximumCertificates = 2 }, .certificates, 2, certificates[2]),
            ({ $0.maximumCertificateSize = 100 }, .certificateSize, 100, certificates[0]),
        ]
        for row in rows {
            let policy = try Subject.policy { row.change(&$0.limits) }
            let expected = VerificationError.malformed(
                FormatError(.limitExceeded(row.limit, allowed: row.allowed), offset: row.offset))
            #expect(
                verificationError { _ = try ReceiptVerifier(policy: policy).verify(receipt, at: Subject.now) }
                    == expected)
        }
    }

    /// The root as it was until a date, and renewed with the same name and key from a date on.
    private static func roots(until end: Date, from start: Date) throws -> ([UInt8], [UInt8]) {
        let root = try #require(TestAuthority.standard.sha256.root)
        var old = root
        old.notAfter = end
        old.serialNumber = [3]
        var renewed = root
        renewed.notBefore = start
        renewed.serialNumber = [4]
        return (try old.encoded(), try renewed.encoded())
    }

    @Test("A renewed root, with the same name and key: each receipt finds the one of its time, in any order")
    func renewedRoot() throws {
        let (first, second) = try Self.roots(until: .utc(2023, 1, 1), from: .utc(2023, 1, 1))
        for roots in [[first, second], [second, first]] {
            let verifier = ReceiptVerifier(policy: try Subject.policy { try $0.set(trust: .roots(roots)) })
            for (created, expected) in [
                (Date.utc(2022, 6, 1), first), (.utc(2024, 6, 1), second), (.utc(2022, 7, 1), first),
            ] {
                let bytes = try TestAuthority.standard.sign(Subject.receipt.with { $0.creationDate = created })
                let verified = try verifier.verify(bytes, at: Subject.now)
                #expect(verified.verification.trustAnchor == Fingerprint(of: expected))
            }
            #expect(verifier.rememberedSigners == 2)
        }
    }

    @Test(
        "CHN-25 of two roots that are both valid the first is taken, whatever was seen before",
        arguments: [false, true])
    func overlappingRoots(_ isDistrusted: Bool) throws {
        let (first, second) = try Self.roots(until: .utc(2024, 1, 1), from: .utc(2022, 1, 1))
        let fingerprint = Fingerprint(of: first)
        let policy = try Subject.policy {
            try $0.set(trust: .roots([first, second]))
            if isDistrusted { $0.distrustedCertificates = [fingerprint] }
        }
        func bytes(_ created: Date) throws -> [UInt8] {
            try TestAuthority.standard.sign(Subject.receipt.with { $0.creationDate = created })
        }
        let (overlap, later) = (try bytes(.utc(2023, 6, 1)), try bytes(.utc(2024, 4, 1)))
        let warm = ReceiptVerifier(policy: policy)
        let anchor = try warm.verify(later, at: Subject.now).verification.trustAnchor
        #expect(anchor == Fingerprint(of: second))
        for verifier in [ReceiptVerifier(policy: policy), warm, warm] {
            do throws(VerificationError) {
                let verified = try verifier.verify(overlap, at: Subject.now)
                #expect(!isDistrusted)
                #expect(verified.verification.trustAnchor == fingerprint)
            } catch {
                #expect(isDistrusted)
                #expect(error == .distrusted(.root, fingerprint))
            }
        }
    }

    @Test("TIM-08 times that are no number are refused, not trusted", arguments: [Double.nan, -.infinity])
    func notANumber(_ seconds: Double) throws {
        let now = Date(timeIntervalSinceReferenceDate: seconds)
        let error = verificationError { _ = try Subject.verify(Self.bytes, at: now) }
        guard case .createdInFuture(let created, let found) = error else {
            Issue.record("\(error.map(String.init(describing:)) ?? "accepted")")
            return
        }
        #expect(created == Self.created)
        // What is not a number equals nothing, so its bits are compared.
        let bits = found.timeIntervalSinceReferenceDate.bitPattern
        #expect(bits == now.timeIntervalSinceReferenceDate.bitPattern)
    }

    @Test("TIM-05 SHA-1 is accepted up to 2025-01-24, and refused altogether where the policy says so")
    func sha1() throws {
        let last = Date(timeIntervalSince1970: 1_737_676_800)
        let receipt = Subject.receipt.with { $0.creationDate = last }
        let bytes = try TestAuthority.standard.sign(receipt, digest: .sha1)
        #expect(try Subject.verify(bytes).verification.digest == .sha1)
        let policy = try Subject.policy { $0.sha1 = .never }
        #expect(
            verificationError { _ = try Subject.verify(bytes, policy) } == .sha1NotAccepted(.receipt, created: last))
    }

    struct SHA1Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let digest: TestDigest
        let signer: TestDigest
        let intermediate: TestDigest
        let use: VerificationError.SHA1Use?
    }

    static let sha1Rows = [
        SHA1Row(testDescription: "TIM-06 nowhere", digest: .sha256, signer: .sha256, intermediate: .sha256, use: nil),
        SHA1Row(
            testDescription: "TIM-06 in a receipt alone", digest: .sha1, signer: .sha256, intermediate: .sha256,
            use: .receipt),
        SHA1Row(
            testDescription: "TIM-06 in a signer's certificate alone", digest: .sha256, signer: .sha1,
            intermediate: .sha256, use: .certificate),
        SHA1Row(
            testDescription: "TIM-06 in an intermediate alone", digest: .sha256, signer: .sha256, intermediate: .sha1,
            use: .certificate),
        SHA1Row(
            testDescription: "TIM-06 everywhere, and the receipt is said first", digest: .sha1, signer: .sha1,
            intermediate: .sha1, use: .receipt),
    ]

    @Test("SHA-1 from before its end: believed, and refused where the policy says never", arguments: sha1Rows)
    func sha1Never(_ row: SHA1Row) throws {
        var chain = Attack.chain
        var intermediate = try #require(chain.intermediate)
        intermediate.setDigest(row.intermediate)
        chain.intermediate = intermediate
        chain.signer.setDigest(row.signer)
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain, digest: row.digest).encoded
        #expect(try Attack.error(bytes) == nil)
        #expect(
            try Attack.error(bytes) { $0.sha1 = .never }
                == row.use.map { .sha1NotAccepted($0, created: Self.created) })
    }

    static let environments: [(found: TestEnvironment, accepted: Set<ReceiptEnvironment>, passes: Bool)] = [
        (.production, [.production], true), (.volumePurchase, [.production], true),
        (.volumePurchase, [.volumePurchase], true), (.production, [.volumePurchase], false),
        (.volumePurchase, [.sandbox], false), (.volumePurchaseSandbox, [.production], false),
        (.volumePurchaseSandbox, [.volumePurchase], false), (.volumePurchaseSandbox, [.sandbox], true),
        (.volumePurchaseSandbox, [.volumePurchaseSandbox], true), (.sandbox, [.volumePurchaseSandbox], false),
        (.sandbox, [.volumePurchase], false), (.volumePurchase, [.xcode], false),
    ]

    @Test(
        "Volume purchase is accepted with its environment, and where it alone is named nothing else is",
        arguments: environments)
    func volumePurchase(
        _ row: (found: TestEnvironment, accepted: Set<ReceiptEnvironment>, passes: Bool)
    ) throws {
        let (found, accepted, passes) = row
        let bytes = try TestAuthority.standard.sign(Subject.receipt.with { $0.environment = found })
        let environment = ReceiptEnvironment(rawValue: found.rawValue)
        let error = try Attack.error(bytes) { try $0.set(environments: accepted) }
        #expect(error == (passes ? nil : .environmentMismatch(found: environment, accepted: accepted)))
    }

    @Test("PAY-19 a receipt of the Volume Purchase Program expires")
    func expires() throws {
        let expiration = Date(timeIntervalSince1970: 1_750_000_000)
        let receipt = Subject.receipt.with {
            $0.environment = .volumePurchase
            $0.expirationDate = expiration
        }
        let bytes = try TestAuthority.standard.sign(receipt)
        let policy = try Subject.policy()
        #expect(try Subject.verify(bytes, policy, at: expiration.addingTimeInterval(-1)).environment == .volumePurchase)
        #expect(
            verificationError { _ = try Subject.verify(bytes, policy, at: expiration) }
                == .expired(expiration: expiration, now: expiration))
    }

    static let untrusted: VerificationError? = {
        do { return .untrustedRoot(try fingerprint(\.intermediateOrSigner)) } catch { return nil }
    }()

    static let secondPurchaseOffset: Int = {
        do throws(FormatError) {
            return try SignedReceipt(bytes).unverified.attributes.filter { $0.type == .purchase }.map(\.offset)[1]
        } catch { return 0 }
    }()

    static func fingerprint(_ link: KeyPath<TestChain, TestCertificate>) throws -> Fingerprint {
        Fingerprint(of: try TestAuthority.standard.sha256[keyPath: link].encoded())
    }

    static func distrusted(
        _ position: ChainPosition, _ link: KeyPath<TestChain, TestCertificate>
    ) -> VerificationError? {
        do { return .distrusted(position, try fingerprint(link)) } catch { return nil }
    }
}

extension TestChain {
    var intermediateOrSigner: TestCertificate { intermediate ?? signer }
}
