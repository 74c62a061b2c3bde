import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the dates of certificates, and the hash functions of their signatures, at the time when the receipt was
/// created.
@Suite("Catalogue: validity and SHA-1")
struct CatalogueDateTests {
    private static let created = Attack.created

    private static func expired(_ link: VerificationError.ChainPosition, _ notAfter: Date) -> CatalogueCase.Verdict {
        .refused(.certificateExpired(link, notAfter: notAfter, created: created))
    }

    private static func early(_ link: VerificationError.ChainPosition, _ notBefore: Date) -> CatalogueCase.Verdict {
        .refused(.certificateNotYetValid(link, notBefore: notBefore, created: created))
    }

    /// Validity ::= SEQUENCE { notBefore Time, notAfter Time }, with these encodings.
    private static func written(
        _ name: String, _ verdict: CatalogueCase.Verdict, _ notBefore: (UInt8, String), _ notAfter: (UInt8, String)
    ) -> CatalogueCase {
        let validity = TestDER.sequence([notBefore, notAfter].map { TestDER.element($0.0, Array($0.1.utf8)) })
        return .certificate(name, .signer, verdict) { $0.rawFields[.validity] = validity }
    }

    private static let unreadable = CatalogueCase.Verdict.refused(.malformedCertificate(.signer))
    private static let utc: UInt8 = 0x17
    private static let general: UInt8 = 0x18
    private static let begin = (utc, "150101000000Z")
    private static let end = (utc, "350101000000Z")

    static let validity: [CatalogueCase] =
        ([.signer, .intermediate, .root] as [VerificationError.ChainPosition]).flatMap { link -> [CatalogueCase] in
            [
                .certificate("CHN-17 \(link): expired a second before", link, expired(link, created - 1)) {
                    $0.notAfter = created - 1
                },
                .certificate("CHN-17 \(link): expires at that second", link, .accepted) { $0.notAfter = created },
                .certificate("CHN-17 \(link): valid a second later", link, early(link, created + 1)) {
                    $0.notBefore = created + 1
                },
                .certificate("CHN-17 \(link): valid from that second", link, .accepted) { $0.notBefore = created },
                .certificate("CHN-17 \(link): ends before it begins", link, expired(link, created - 9)) {
                    ($0.notBefore, $0.notAfter) = (created - 1, created - 9)
                },
            ]
        } + [
            written("CHN-17 until the end of 9999", .accepted, begin, (general, "99991231235959Z")),
            written("CHN-17 UTCTime 49 is 2049", .accepted, begin, (utc, "491231235959Z")),
            written(
                "CHN-17 UTCTime 50 is 1950", expired(.signer, .utc(1950, 1, 1)), (utc, "500101000000Z"),
                (utc, "500101000000Z")),
            written("CHN-17 fractions of seconds", unreadable, begin, (general, "20350101000000.5Z")),
            written("CHN-17 UTCTime with an offset", unreadable, begin, (utc, "350101000000+0100")),
            written("CHN-17 UTCTime without seconds", unreadable, begin, (utc, "3501010000Z")),
            written("CHN-17 GeneralizedTime without Z", unreadable, begin, (general, "20350101000000")),
            written("CHN-17 the second 60", unreadable, begin, (utc, "341231235960Z")),
            written("CHN-17 the second 60 at the beginning", unreadable, (utc, "150630235960Z"), end),
            written("CHN-17 the second 60, four digits for the year", unreadable, begin, (general, "20501231235960Z")),
            written("CHN-17 the year 0000", unreadable, (general, "00000101000000Z"), end),
            written("CHN-17 the year 0001", .accepted, (general, "00010101000000Z"), end),
            written("CHN-17 UTCTime 00 is 2000", .accepted, (utc, "000101000000Z"), end),
            written("CHN-17 the minute 60", unreadable, begin, (utc, "350101006000Z")),
            written("CHN-17 the hour 24", unreadable, begin, (utc, "350101240000Z")),
            written("CHN-17 the month 00", unreadable, begin, (utc, "350001000000Z")),
            written("CHN-17 the day 00", unreadable, begin, (utc, "350100000000Z")),
            written("CHN-17 the last day of February of a leap year", .accepted, begin, (utc, "360229000000Z")),
            written("CHN-17 the same of another year", unreadable, begin, (utc, "350229000000Z")),
            written(
                "CHN-17 the same of 2100, which is not a leap year", unreadable, begin, (general, "21000229000000Z")),
            written("CHN-17 a sign for a digit", unreadable, begin, (utc, "3501010000+1Z")),
            written("CHN-17 a small z", unreadable, begin, (utc, "350101000000z")),
            written("CHN-17 UTCTime with four digits for the year", unreadable, begin, (utc, "20350101000000Z")),
            written("CHN-17 GeneralizedTime with two", unreadable, begin, (general, "350101000000Z")),
            written("CHN-17 a visible string", unreadable, begin, (0x1A, "350101000000Z")),
            written("CHN-17 the thirteenth month", unreadable, begin, (utc, "351301000000Z")),
            written("CHN-17 text that is not a time", unreadable, begin, (utc, "tomorrow")),
            written("CHN-17 one date too few", unreadable, begin, (0x05, "")),
        ]

    // MARK: Signatures of certificates

    private static let pss = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 10])
    private static let md2 = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 2])

    /// An algorithm that isn't for RSA signatures, or that swift-certificates doesn't know, so that it can't read the
    /// rest of the certificate.
    private static func algorithm(
        _ name: String, _ algorithm: TestAlgorithm,
        _ error: (VerificationError.ChainPosition) -> VerificationError = VerificationError.malformedCertificate
    ) -> [CatalogueCase] {
        ([.signer, .intermediate] as [VerificationError.ChainPosition]).map { link in
            .certificate("CHN-15 \(link): \(name)", link, .refused(error(link))) {
                $0.signatureAlgorithm = algorithm
                $0.outerSignatureAlgorithm = algorithm
            }
        }
    }

    static let algorithms: [CatalogueCase] =
        algorithm("MD5", .md5WithRSAEncryption) + algorithm("MD2", md2) + algorithm("PSS", pss)
        + algorithm(
            "ECDSA, where the issuer's key is RSA", .ecdsaWithSHA256, VerificationError.certificateAlgorithm)
        + algorithm("a digest without key", .sha256) + algorithm("rsaEncryption", .rsaEncryption)
        + [
            .certificate(
                "CHN-15 signer: the label SHA-512 over a signature with SHA-256", .signer,
                .refused(.certificateSignature(.signer))
            ) {
                $0.setDigest(.sha512)
                $0.signatureDigest = .sha256
            },
            .certificate(
                "CHN-15 intermediate: the label SHA-512 over a signature with SHA-256", .intermediate,
                .about(1) { .untrustedRoot($0) }
            ) {
                $0.setDigest(.sha512)
                $0.signatureDigest = .sha256
            },
            .certificate("CHN-15 signer: SHA-1, for a receipt before its end", .signer, .accepted) {
                $0.setDigest(.sha1)
            },
        ]

    /// A receipt created at the end of SHA-1, or a second later, with one of its certificates signed with SHA-1.
    private static func sha1(_ name: String, _ link: VerificationError.ChainPosition, _ seconds: Double)
        -> CatalogueCase
    {
        let created = Date(timeIntervalSince1970: 1_737_676_800 + seconds)
        return CatalogueCase(
            testDescription: name,
            bytes: {
                var chain = Attack.chain
                chain.change(link) { $0.setDigest(.sha1) }
                return try Attack.signed(Subject.receipt.with { $0.creationDate = created }.payload.encoded, chain)
                    .encoded
            },
            verdict: seconds > 0 ? .refused(.sha1NotAccepted(.certificate, created: created)) : .accepted)
    }

    static let ends: [CatalogueCase] = ([.signer, .intermediate] as [VerificationError.ChainPosition]).flatMap { link in
        [
            sha1("CHN-15 \(link): SHA-1 on the last second it may be used", link, 0),
            sha1("CHN-15 \(link): SHA-1 a second later", link, 1),
        ]
    }

    /// The end of SHA-1 to the exact instant, in every time zone: the date as written in the receipt, and the error if
    /// it is too late.
    static let receipts: [CatalogueCase] =
        ([
            ("2025-01-24T00:00:00Z", nil), ("2025-01-24T23:59:00+2359", nil), ("2025-01-23T00:01:00-23:59", nil),
            ("2025-01-24T00:00:00.000Z", nil), ("2025-01-24T00:00:00.5Z", 0.5), ("2025-01-24T23:59:01+2359", 1),
            ("2025-01-23T23:00:01-0100", 1),
        ] as [(String, Double?)]).map { text, late in
            CatalogueCase(
                testDescription: "TIM-05 \(text)",
                bytes: {
                    let payload = Attack.payload { $0.set(.ia5(12, text)) }
                    return try Attack.signed(payload.encoded, TestAuthority.standard.sha1, digest: .sha1).encoded
                },
                verdict: late.map {
                    .refused(.sha1NotAccepted(.receipt, created: Date(timeIntervalSince1970: 1_737_676_800 + $0)))
                } ?? .accepted)
        }

    @Test("Dates and algorithms of certificates", arguments: validity + algorithms + ends + receipts)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    // MARK: The receipt's own date

    static let creation: [CatalogueCase] = [
        .payload(
            "TIM-03 no creation date",
            .malformed(.missingAttribute, .of(payload([12])), FieldPath.receipt(.creationDate))
        ) { $0.remove(12) },
        date("TIM-03 an empty creation date", "", .emptyAttribute),
        date("TIM-03 30 February", "2024-02-30T12:00:00Z"), date("TIM-03 no time zone", "2024-05-01T12:00:00"),
        date("TIM-03 seconds since 1970", "1714564800"),
        .attribute(
            "TIM-03 a creation date as UTF8String", .utf8(12, "2024-05-01T12:00:00Z"),
            .malformed(
                .unexpectedTag(expected: 0x16, found: 0x0C), .of(TestDER.utf8String("2024-05-01T12:00:00Z")),
                FieldPath.receipt(.creationDate))),
        .attribute(
            "TIM-03 a creation date as INTEGER", .integer(12, 1_714_564_800),
            .malformed(
                .unexpectedTag(expected: 0x16, found: 0x02), .of(TestDER.integer(1_714_564_800)),
                FieldPath.receipt(.creationDate))),
    ]

    /// The encoded set of attributes without these types.
    private static func payload(_ without: [Int64]) -> [UInt8] {
        Attack.payload { payload in for type in without { payload.remove(type) } }.encoded
    }

    private static func date(_ name: String, _ text: String, _ reason: FormatError.Reason? = nil) -> CatalogueCase {
        .attribute(
            name, .ia5(12, text),
            .malformed(
                reason ?? .invalidDate(Array(text.utf8)), .of(TestAttribute.ia5(12, text).encoded, plus: 2 + 3 + 3 + 2),
                FieldPath.receipt(.creationDate)))
    }

    /// The same instant, as shown by clocks in other zones. The library uses no calendar, locale or time zone of the
    /// system; `.ci/run` runs the tests of dates with different ones.
    static let zones: [CatalogueCase] = [
        "2024-05-01T12:00:00Z", "2024-05-01T17:45:00+0545", "2024-05-01T09:00:00-0300", "2024-05-01T23:59:00+1159",
        "2024-05-02T02:00:00+14:00", "2024-05-01T00:00:00-12:00",
    ].map { .attribute("TIM-07 \($0)", .ia5(12, $0), .accepted).created(at: Attack.created) }

    static let calendars: [CatalogueCase] = [
        date(
            "TIM-07 a year of the Buddhist calendar's letters", "พ.ศ.2567-05-01T12:00:00Z",
            .invalidDate(Array("พ.ศ.2567-05-01T12:00:00Z".utf8))),
        date("TIM-07 Arabic digits", "٢٠٢٤-05-01T12:00:00Z", .invalidDate(Array("٢٠٢٤-05-01T12:00:00Z".utf8))),
        date("TIM-07 a year of the Japanese calendar", "R6-05-01T12:00:00Z"),
        date("TIM-07 the day first", "01-05-2024T12:00:00Z"), date("TIM-07 a zone by name", "2024-05-01T12:00:00CET"),
    ]

    @Test("The creation date", arguments: creation + zones + calendars)
    func creationDate(_ row: CatalogueCase) throws { try row.check() }
}

extension CatalogueCase {
    /// The same case, verified with a tolerance of 0 at this instant, when the receipt must have been created.
    fileprivate func created(at instant: Date) -> Self {
        at(instant).with {
            $0.clockTolerance = 0
            $0.maximumAge = 0
        }
    }
}
