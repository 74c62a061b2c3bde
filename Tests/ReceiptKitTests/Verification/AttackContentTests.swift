import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Signed content that tries to say two things at once, or to stand on the wrong side of a boundary.
@Suite("Attacks on the content and the policy")
struct AttackContentTests {
    @Test("PAY-04 of two creation dates the first judges the chain, and the second refuses the receipt")
    func twoCreationDates() throws {
        let late = Attack.chain.signer.notAfter.addingTimeInterval(1)
        let first = Attack.payload { $0.attributes.append(.date(12, late)) }
        let bytes = try Attack.signed(first.encoded).encoded
        let offset = try Attack.offset(first.attributes.count - 1, in: first, of: bytes)
        #expect(
            try Attack.error(bytes)
                == .malformed(
                    FormatError(.repeatedAttribute, path: AttributePath.receipt(.creationDate), offset: offset)))
        let reversed = Attack.payload { $0.attributes.insert(.date(12, late), at: 0) }
        #expect(
            try Attack.error(try Attack.signed(reversed.encoded).encoded)
                == .certificateExpired(.signer, notAfter: Attack.chain.signer.notAfter, created: late))
    }

    @Test("PAY-17 the creation date behind unknown attributes of 64 KiB each, up to one octet too many")
    func farCreationDate() throws {
        for size in [64 << 10, (64 << 10) + 1] {
            let payload = Attack.payload { payload in
                for type in 200..<204 as Range<Int64> {
                    payload.attributes.insert(TestAttribute(type, value: [UInt8](repeating: 0x30, count: size)), at: 0)
                }
            }
            let bytes = try Attack.signed(payload.encoded).encoded
            let error = FormatError(
                .limitExceeded(.attribute, allowed: 64 << 10),
                path: AttributePath.receipt(AttributeType(rawValue: 203)),
                offset: try Attack.offset(0, in: payload, of: bytes))
            #expect(try Attack.error(bytes) == (size == 64 << 10 ? nil : .malformed(error)))
        }
    }

    @Test("CMS-19 whatever the pieces, the content is the same", arguments: [1, 2, 3, 7, 128, 10_000])
    func pieces(_ size: Int) throws {
        let content = Subject.receipt.payload.encoded
        let bytes = try Attack.signed(content, envelope: .ber(chunkSize: size)).encoded
        let verified = try Subject.verify(bytes)
        #expect(verified.receipt == (try Subject.verify(try Attack.signed(content).encoded).receipt))
        #expect(verified.purchases.count == Subject.receipt.purchases.count)
    }

    @Test("CMS-19 an error in content of several pieces counts from the start of the content")
    func offsetInPieces() throws {
        var payload = Subject.receipt.payload
        payload.tag = 0x30
        let bytes = try Attack.signed(payload.encoded, envelope: .ber(chunkSize: 10)).encoded
        #expect(
            try Attack.error(bytes)
                == .malformed(FormatError(.unexpectedTag(expected: 0x31, found: 0x30), offset: 0)))
    }

    @Test("PAY-12 two sets, or one octet behind the set", arguments: [[0x31, 0x00], [0x00]] as [[UInt8]])
    func twoSets(_ surplus: [UInt8]) throws {
        var payload = Subject.receipt.payload
        let end = payload.encoded.count
        payload.trailingBytes = surplus
        let bytes = try Attack.signed(payload.encoded).encoded
        let offset = try SignedReceipt(bytes).content.startIndex + end
        #expect(
            try Attack.error(bytes) == .malformed(FormatError(.trailingBytes(surplus.count), offset: offset)))
    }

    @Test(
        "PAY-14 numbers that share bits with known ones are neither read nor repeated",
        arguments: [64, 66, 76, 128, 1_612, 1_701, 1_702, 1_703, 1_704, 1_708, 1_764, 1_766, .max - 1, .max]
            as [Int64])
    func aliases(_ type: Int64) throws {
        let alien = TestAttribute.utf8(type, "com.example.alien")
        let payload = Attack.payload { payload in
            payload.attributes.insert(alien, at: 0)
            payload.attributes.append(alien)
        }
        let verified = try Subject.verify(try Attack.signed(payload.encoded).encoded)
        let plain = try Subject.verify(try TestAuthority.standard.sign(Subject.receipt))
        #expect(verified.bundleIdentifier == plain.bundleIdentifier)
        #expect(verified.creationDate == plain.creationDate)
        #expect(verified.purchases == plain.purchases)
        #expect(verified.receipt.diagnostics.isEmpty)
        #expect(verified.receipt.attributes.filter { $0.type.rawValue == type }.count == 2)
    }

    @Test("PAY-14 numbers of the receipt inside a purchase are kept there and mean nothing")
    func receiptNumbersInPurchase() throws {
        var payload = Subject.receipt.payload
        payload.editFirstPurchase { row in
            for type in [0, 2, 3, 12, 17, 21, 1_764, 1_768] as [Int64] {
                row.append(.utf8(type, "com.example.alien"))
                row.append(.utf8(type, "com.example.alien"))
            }
        }
        let verified = try Subject.verify(try Attack.signed(payload.encoded).encoded)
        #expect(verified.bundleIdentifier == Subject.bundleIdentifier)
        #expect(Set(verified.purchases.map(\.productID)) == ["com.example.coins", "com.example.monthly"])
        #expect(verified.receipt.diagnostics.isEmpty)
    }

    struct DateRow: Sendable, CustomTestStringConvertible {
        let text: String
        let seconds: Double?
        var testDescription: String { text }
    }

    static let dates = [
        DateRow(text: "2025-01-24T00:00:00Z", seconds: nil),
        DateRow(text: "2025-01-24T23:59:00+2359", seconds: nil),
        DateRow(text: "2025-01-23T00:01:00-23:59", seconds: nil),
        DateRow(text: "2025-01-24T00:00:00.000Z", seconds: nil),
        DateRow(text: "2025-01-24T00:00:00.5Z", seconds: 1_737_676_800.5),
        DateRow(text: "2025-01-24T23:59:01+2359", seconds: 1_737_676_801),
        DateRow(text: "2025-01-23T23:00:01-0100", seconds: 1_737_676_801),
    ]

    @Test("TIM-05 the end of SHA-1 to the instant, in every time zone", arguments: dates)
    func endOfSHA1(_ row: DateRow) throws {
        let payload = Attack.payload { $0.set(.ia5(12, row.text)) }
        let bytes = try Attack.signed(payload.encoded, TestAuthority.standard.sha1, digest: .sha1).encoded
        let refused = row.seconds.map {
            VerificationError.sha1NotAccepted(.receipt, created: Date(timeIntervalSince1970: $0))
        }
        #expect(try Attack.error(bytes) == refused)
    }

    struct TextRow: Sendable, CustomTestStringConvertible {
        let type: Int64
        let text: String
        let error: VerificationError
        var testDescription: String { "\(type): \(text.debugDescription)" }
    }

    static let texts: [TextRow] =
        ["Production\u{301}", "production", "Production ", "Prod\u{FF55}ction", "ProductionSandbox", "Xcode"].map {
            TextRow(
                type: 0, text: $0,
                error: .environmentMismatch(found: ReceiptEnvironment(rawValue: $0), accepted: [.production]))
        }
        + [
            "com.example.ap", "com.example.app.", "com.example.app.evil", "com.example.app\u{301}", " com.example.app",
            "com.example.app\u{200D}",
        ].map {
            TextRow(
                type: 2, text: $0, error: .bundleIdentifierMismatch(found: $0, accepted: [Subject.bundleIdentifier]))
        }

    @Test("PAY-03, PAY-06 nearly the right text", arguments: texts)
    func nearly(_ row: TextRow) throws {
        let payload = Attack.payload { $0.set(.utf8(row.type, row.text)) }
        #expect(try Attack.error(try Attack.signed(payload.encoded).encoded) == row.error)
    }

    struct PolicyRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout ReceiptPolicy) -> Void
        var now = Subject.now
        let error: VerificationError?
    }

    static let infinite = Date(timeIntervalSinceReferenceDate: .infinity)

    static let policies = [
        PolicyRow(
            testDescription: "tolerance not a number", change: { $0.clockTolerance = .nan },
            error: .createdInFuture(created: Attack.created, now: Subject.now)),
        PolicyRow(
            testDescription: "tolerance negative", change: { $0.clockTolerance = -1 }, now: Attack.created,
            error: .createdInFuture(created: Attack.created, now: Attack.created)),
        PolicyRow(
            testDescription: "tolerance without end against a time without beginning",
            change: { $0.clockTolerance = .infinity }, now: Date(timeIntervalSinceReferenceDate: -.infinity),
            error: .createdInFuture(
                created: Attack.created, now: Date(timeIntervalSinceReferenceDate: -.infinity))),
        PolicyRow(
            testDescription: "age not a number", change: { $0.maximumAge = .nan },
            error: .tooOld(created: Attack.created, now: Subject.now)),
        PolicyRow(
            testDescription: "age negative", change: { $0.maximumAge = -1 }, now: Attack.created,
            error: .tooOld(created: Attack.created, now: Attack.created)),
        PolicyRow(
            testDescription: "age at the end of time", change: { $0.maximumAge = 1e300 }, now: infinite,
            error: .tooOld(created: Attack.created, now: infinite)),
        PolicyRow(testDescription: "age without end", change: { $0.maximumAge = .infinity }, error: nil),
        PolicyRow(
            testDescription: "bundle identifier empty", change: { $0.bundleIdentifiers = [""] },
            error: .bundleIdentifierMismatch(found: Subject.bundleIdentifier, accepted: [""])),
        PolicyRow(
            testDescription: "app version empty", change: { $0.appVersion = "" },
            error: .appVersionMismatch(found: "42", expected: "")),
        PolicyRow(
            testDescription: "a device without identifiers", change: { $0.device = .identifiers([]) },
            error: .deviceIdentifierMissing),
    ]

    @Test("TIM-08, DEV-07 a policy of edge values never opens a door", arguments: policies)
    func policy(_ row: PolicyRow) throws {
        let policy = try Subject.policy(row.change)
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        #expect(verificationError { _ = try Subject.verify(bytes, policy, at: row.now) } == row.error)
    }

    @Test("DER-02 a limit of zero refuses, with its own name, the first that it limits", arguments: limits)
    func zero(_ row: (name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)) throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        let (path, offset) = try Self.firstLimited(by: row.name, in: SignedReceipt(bytes), bytes)
        #expect(
            try Attack.error(bytes) { row.change(&$0.limits) }
                == .malformed(FormatError(.limitExceeded(row.name, allowed: 0), path: path, offset: offset)))
    }

    /// The first of what a limit is about.
    private static func firstLimited(
        by limit: FormatError.Limit, in receipt: SignedReceipt, _ bytes: [UInt8]
    ) throws -> (AttributePath, Int) {
        let attributes = try receipt.unverified.attributes
        switch limit {
        case .certificateSize, .certificates:
            return (AttributePath.container, try #require(bytes.firstRange(of: receipt.certificates[0])).lowerBound)
        case .attribute:
            let first = try #require(attributes.first { _ in true })
            return (AttributePath.receipt(first.type), first.offset)
        case .string:
            let texts: Set<AttributeType> = [.environment, .bundleIdentifier, .appVersion, .originalAppVersion]
            let first = try #require(attributes.first { texts.contains($0.type) })
            return (AttributePath.receipt(first.type), first.value.startIndex)
        case .purchases:
            let first = try #require(attributes.first { $0.type == .purchase })
            return (AttributePath.purchase(0), first.offset)
        default: return (AttributePath.container, 0)
        }
    }

    @Test(
        "A lower limit holds where it is given: for the policy, or for the one call that reads the receipt",
        arguments: tight)
    func perCall(_ row: (name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)) throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        var limits = ReceiptLimits()
        row.change(&limits)
        let expected = try #require(try Attack.error(bytes) { row.change(&$0.limits) })
        guard case .malformed(let fault) = expected, case .limitExceeded(row.name, _) = fault.reason else {
            Issue.record("\(expected)")
            return
        }
        let error = verificationError {
            let receipt: SignedReceipt
            do throws(FormatError) {
                receipt = try SignedReceipt(bytes, limits: limits)
            } catch { throw VerificationError.malformed(error) }
            _ = try ReceiptVerifier(policy: Subject.policy()).verify(receipt, at: Subject.now)
        }
        #expect(error == expected)
        let policy = try Subject.policy { $0.limits = limits }
        let read = try SignedReceipt(bytes)
        #expect(
            verificationError { _ = try ReceiptVerifier(policy: policy).verify(read, at: Subject.now) } == expected)
    }

    /// One less than the receipt needs, or less.
    static let tight: [(name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)] = [
        (.input, { $0.maximumInputSize = 4_000 }), (.elements, { $0.maximumElements = 300 }),
        (.depth, { $0.maximumDepth = 9 }), (.certificateSize, { $0.maximumCertificateSize = 800 }),
        (.certificates, { $0.maximumCertificates = 2 }), (.attribute, { $0.maximumAttributeLength = 30 }),
        (.string, { $0.maximumStringLength = 5 }), (.purchases, { $0.maximumPurchases = 1 }),
    ]

    static let limits: [(name: FormatError.Limit, change: @Sendable (inout ReceiptLimits) -> Void)] = [
        (.input, { $0.maximumInputSize = -5 }), (.elements, { $0.maximumElements = 0 }),
        (.depth, { $0.maximumDepth = 0 }), (.certificateSize, { $0.maximumCertificateSize = 0 }),
        (.certificates, { $0.maximumCertificates = .min }), (.attribute, { $0.maximumAttributeLength = 0 }),
        (.string, { $0.maximumStringLength = 0 }), (.purchases, { $0.maximumPurchases = 0 }),
    ]
}
