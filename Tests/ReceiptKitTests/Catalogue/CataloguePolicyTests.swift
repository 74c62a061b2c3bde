import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the policy's demands on an otherwise valid receipt, including values that no policy should have.
@Suite("Catalogue: the policy")
struct CataloguePolicyTests {
    private static let created = Attack.created

    private static func policy(
        _ name: String, _ verdict: CatalogueCase.Verdict, at now: Date = Subject.now,
        _ change: @escaping @Sendable (inout ReceiptPolicy) throws -> Void = { _ in }
    ) -> CatalogueCase {
        CatalogueCase(testDescription: name, bytes: { Attack.valid }, verdict: verdict, policy: change, now: now)
    }

    private static func future(_ now: Date) -> CatalogueCase.Verdict {
        .refused(.createdInFuture(created: created, now: now))
    }

    private static func old(_ now: Date) -> CatalogueCase.Verdict { .refused(.tooOld(created: created, now: now)) }

    private static func otherEnvironment(_ accepted: Set<StoreEnvironment>) -> CatalogueCase.Verdict {
        .refused(.environmentMismatch(found: .production, accepted: accepted))
    }

    private static func otherApp(_ name: String, _ accepted: Set<String>) -> CatalogueCase {
        policy(name, .refused(.bundleIdentifierMismatch(found: Subject.bundleIdentifier, accepted: accepted))) {
            $0.bundleIdentifiers = .oneOf(accepted)
        }
    }

    private static let infinite = Date(timeIntervalSinceReferenceDate: .infinity)
    private static let beforeAll = Date(timeIntervalSinceReferenceDate: -.infinity)

    static let texts: [CatalogueCase] = [
        policy("nothing else", .accepted),
        policy("one of several apps", .accepted) { $0.bundleIdentifiers = ["com.example.other", "com.example.app"] },
        policy("any app", .accepted) { $0.bundleIdentifiers = .any },
        otherApp("PAY-01 none of several apps", ["com.example.other", "com.example.App"]),
        otherApp("PAY-01 no app at all", []), otherApp("PAY-01 an empty bundle identifier", [""]),
        policy("PAY-03 another environment", otherEnvironment([.sandbox])) { try $0.set(environments: [.sandbox]) },
        policy("several environments", .accepted) { try $0.set(environments: [.sandbox, .production]) },
        policy("the app version", .accepted) { $0.appVersion = "42" },
        policy("PAY-18 an empty app version", .refused(.appVersionMismatch(found: "42", expected: ""))) {
            $0.appVersion = ""
        },
    ]

    private static let exampleDevice = DeviceIdentifier.identifierForVendor(TestReceipt.exampleIdentifierForVendor)

    static let devices: [CatalogueCase] = [
        policy("DEV-07 a device, but no identifier", .refused(.deviceIdentifierMissing)) { $0.device = [] },
        policy("one of several identifiers", .accepted) {
            let address = try #require(DeviceIdentifier(macAddress: [0, 1, 2, 3, 4, 5]))
            $0.device = [.identifierForVendor(UUID()), exampleDevice, address]
        },
        policy("PAY-02 none of several identifiers", .refused(.deviceMismatch)) {
            $0.device = [.identifierForVendor(UUID()), .identifierForVendor(UUID())]
        },
    ]

    static let times: [CatalogueCase] = [
        policy("created exactly at the tolerance", .accepted, at: created - 300),
        policy("TIM-02 created a second beyond the tolerance", future(created - 301), at: created - 301),
        policy("TIM-02 no tolerance", future(created - 1), at: created - 1) { $0.clockTolerance = 0 },
        policy("TIM-08 a tolerance that is not a number", future(Subject.now)) { $0.clockTolerance = .nan },
        policy("TIM-08 a negative tolerance", future(created), at: created) { $0.clockTolerance = -1 },
        policy(
            "TIM-08 a tolerance without end against a time without beginning", future(beforeAll), at: beforeAll
        ) { $0.clockTolerance = .infinity },
        policy("as old as accepted", .accepted, at: created + 60) { $0.maximumAge = 60 },
        policy("TIM-04 older than accepted", old(created + 61), at: created + 61) { $0.maximumAge = 60 },
        policy("TIM-08 an age that is not a number", old(Subject.now)) { $0.maximumAge = .nan },
        policy("TIM-08 a negative age", old(created), at: created) { $0.maximumAge = -1 },
        policy("TIM-08 an age at the end of time", old(infinite), at: infinite) { $0.maximumAge = 1e300 },
        policy("TIM-08 an age without end", .accepted) { $0.maximumAge = .infinity },
        policy("TIM-01 twenty years later", .accepted, at: created + 630_720_000),
    ]

    private static let rootKey = Fingerprint(of: Attack.chain.anchor.key.subjectPublicKeyInfo)

    static let certificates: [CatalogueCase] = [
        policy("CHN-24 the root's key distrusted", .refused(.distrusted(.root, rootKey))) {
            $0.distrustedKeys = [rootKey]
        },
        policy("CHN-24 another key distrusted", .accepted) {
            $0.distrustedKeys = [Fingerprint(of: [1, 2, 3])]
        },
    ]

    /// A receipt from before the end of SHA-1, with SHA-1 in some places: verified, and rejected if the policy never
    /// accepts SHA-1.
    private static func sha1(
        _ name: String, _ digest: TestDigest, signer: TestDigest, intermediate: TestDigest,
        _ use: VerificationError.SHA1Use?
    ) -> [CatalogueCase] {
        func row(_ verdict: CatalogueCase.Verdict) -> CatalogueCase {
            .chain(name, digest: digest, verdict) {
                $0 = Attack.chain
                $0.signer.setDigest(signer)
                $0.intermediate?.setDigest(intermediate)
            }
        }
        let refusal = use.map { CatalogueCase.Verdict.refused(.sha1NotAccepted($0, created: created)) }
        return [row(.accepted), row(refusal ?? .accepted).with { $0.sha1 = .never }]
    }

    static let digests: [CatalogueCase] =
        sha1("TIM-06 SHA-1 nowhere", .sha256, signer: .sha256, intermediate: .sha256, nil)
        + sha1("TIM-06 SHA-1 in a receipt alone", .sha1, signer: .sha256, intermediate: .sha256, .receipt)
        + sha1("TIM-06 SHA-1 in a signer's certificate", .sha256, signer: .sha1, intermediate: .sha256, .certificate)
        + sha1("TIM-06 SHA-1 in an intermediate", .sha256, signer: .sha256, intermediate: .sha1, .certificate)
        + sha1("TIM-06 SHA-1 everywhere: the receipt is named", .sha1, signer: .sha1, intermediate: .sha1, .receipt)

    /// A receipt from `found`, verified with a policy that accepts these environments.
    private static func environment(
        _ found: TestEnvironment, _ accepted: Set<StoreEnvironment>, passes: Bool
    ) -> CatalogueCase {
        let environment = StoreEnvironment(rawValue: found.rawValue)
        return CatalogueCase(
            testDescription: "PAY-03 \(found) where \(accepted) is accepted",
            bytes: { try TestAuthority.standard.sign(Subject.receipt.with { $0.environment = found }) },
            verdict: passes ? .accepted : .refused(.environmentMismatch(found: environment, accepted: accepted)),
            policy: { try $0.set(environments: accepted) })
    }

    /// Volume purchases are accepted if their environment is, and no others are if it is the only one.
    static let environments: [CatalogueCase] = [
        environment(.production, [.production], passes: true),
        environment(.volumePurchase, [.production], passes: true),
        environment(.volumePurchase, [.sandbox], passes: false),
        environment(.volumePurchaseSandbox, [.production], passes: false),
        environment(.volumePurchaseSandbox, [.sandbox], passes: true),
        environment(.volumePurchase, [.xcode], passes: false),
    ]

    private static let expiration = Date.utc(2025, 6, 15)

    private static func expiring(_ name: String, _ verdict: CatalogueCase.Verdict, at now: Date) -> CatalogueCase {
        let receipt = Subject.receipt.with {
            $0.environment = .volumePurchase
            $0.expirationDate = expiration
        }
        return CatalogueCase(
            testDescription: name, bytes: { try TestAuthority.standard.sign(receipt) }, verdict: verdict, now: now)
    }

    static let expirations: [CatalogueCase] = [
        expiring(
            "PAY-19 a receipt of the Volume Purchase Program a second before it expires", .accepted, at: expiration - 1),
        expiring(
            "PAY-19 a receipt of the Volume Purchase Program expires",
            .refused(.expired(expiration: expiration, now: expiration)), at: expiration),
    ]

    @Test("Policies", arguments: texts + devices + times + certificates + digests + environments + expirations)
    func policy(_ row: CatalogueCase) throws { try row.check() }

    /// Returns the root valid until a date, and its renewal with the same name and key, valid from a date.
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

    @Test("A renewed root with the same name and key: each receipt uses the one valid at its time, in any order")
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

    @Test("CHN-25 if two roots are valid the first is used, whatever the cache contains")
    func overlappingRoots() throws {
        let (first, second) = try Self.roots(until: .utc(2024, 1, 1), from: .utc(2022, 1, 1))
        let fingerprint = Fingerprint(of: first)
        let policy = try Subject.policy {
            try $0.set(trust: .roots([first, second]))
        }
        func bytes(_ created: Date) throws -> [UInt8] {
            try TestAuthority.standard.sign(Subject.receipt.with { $0.creationDate = created })
        }
        let (overlap, later) = (try bytes(.utc(2023, 6, 1)), try bytes(.utc(2024, 4, 1)))
        let warm = ReceiptVerifier(policy: policy)
        let anchor = try warm.verify(later, at: Subject.now).verification.trustAnchor
        #expect(anchor == Fingerprint(of: second))
        for verifier in [ReceiptVerifier(policy: policy), warm, warm] {
            let verified = try verifier.verify(overlap, at: Subject.now)
            #expect(verified.verification.trustAnchor == fingerprint)
        }
        let key = try #require(Fingerprint(ofKeyIn: first))
        let strict = ReceiptVerifier(
            policy: try Subject.policy {
                try $0.set(trust: .roots([first, second]))
                $0.distrustedKeys = [key]
            })
        for bytes in [overlap, later] {
            let error = verificationError { _ = try strict.verify(bytes, at: Subject.now) }
            #expect(error == .distrusted(.root, key))
        }
    }

    @Test("TIM-08 times that are NaN are rejected", arguments: [Double.nan, -.infinity])
    func notANumber(_ seconds: Double) throws {
        let now = Date(timeIntervalSinceReferenceDate: seconds)
        let error = verificationError { _ = try Subject.verify(Attack.valid, at: now) }
        guard case .createdInFuture(let created, let found) = error else {
            Issue.record("\(error.map(String.init(describing:)) ?? "accepted")")
            return
        }
        #expect(created == Self.created)
        // NaN equals nothing, so compare the bits.
        let bits = found.timeIntervalSinceReferenceDate.bitPattern
        #expect(bits == now.timeIntervalSinceReferenceDate.bitPattern)
    }

}
