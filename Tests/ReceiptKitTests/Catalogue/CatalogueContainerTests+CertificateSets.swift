import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The certificate set.
extension CatalogueContainerTests {
    private static let serial = Attack.chain.signer.serialNumber
    private static let missing = CatalogueCase.Verdict.refused(.signerCertificateMissing(serialNumber: serial))

    /// A receipt with these of its certificates: 0 is the signer's, 1 the intermediate, 2 the root.
    private static func set(_ name: String, _ verdict: CatalogueCase.Verdict, _ indices: [Int], more: [[UInt8]] = [])
        -> CatalogueCase
    {
        .container(name, verdict) { signed in signed.certificates = indices.map { signed.certificates[$0] } + more }
    }

    /// A choice of CertificateChoices other than a certificate.
    private static func choice(_ number: UInt8) -> [UInt8] {
        TestDER.context(number, TestDER.integer(1) + TestDER.sequence([]))
    }

    private static func choices(_ name: String, _ number: UInt8) -> CatalogueCase {
        set(name, .malformed(.certificateChoice, .of(choice(number) + signerSet)), [0, 1, 2], more: [choice(number)])
    }

    /// Something with the structure of a certificate, of this size.
    private static func unused(_ size: Int) -> [UInt8] {
        func encoded(_ padding: Int) -> [UInt8] {
            TestDER.sequence([toBeSigned(padding), empty, TestDER.bitString([1])])
        }
        return encoded(size - encoded(1_900).count + 1_900)
    }

    private static func toBeSigned(_ padding: Int) -> [UInt8] {
        TestDER.sequence([
            TestDER.integer(7), empty, empty, empty, empty, TestDER.octetString([UInt8](repeating: 0, count: padding)),
        ])
    }

    private static let empty = TestDER.sequence([])

    /// A receipt whose certificate set ends with these bytes, malformed at this offset in them.
    private static func last(_ name: String, _ reason: FormatError.Reason, plus: Int, _ octets: [UInt8])
        -> CatalogueCase
    {
        set(name, .malformed(reason, .of(octets + signerSet, plus: plus)), [0, 1], more: [octets])
    }

    private static let version = TestDER.context(0, TestDER.integer(2))
    private static let withoutSignature = TestDER.sequence([toBeSigned(0), empty])
    private static let primitiveSet = TestDER.element(0x80, rootCertificate)

    private static let overTheLimit = CatalogueCase.Verdict.malformed(
        .limitExceeded(.certificates, allowed: 10), .of(eleventh))
    private static let eleventh = choice(3)

    static let certificateSets: [CatalogueCase] = [
        set("CMS-20 no certificates", missing, []), set("CMS-20 the root alone", missing, [2]),
        .container("CMS-20 an empty certificate set", missing) { $0.rawFields[.certificates] = [0xA0, 0x00] },
        set("CMS-20 the signer's alone", .refused(.issuerCertificateMissing), [0]),
        set("CMS-20 all but the signer's", missing, [1, 2]),
        set("CMS-20 all but the intermediate", .refused(.issuerCertificateMissing), [0, 2]),
        set("CMS-21 the intermediate twice", .refused(.issuerCertificateAmbiguous), [0, 1, 2, 1]),
        set(
            "CMS-21 the root twice", .malformed(.limitExceeded(.certificates, allowed: 3), .of(rootCertificate)),
            [0, 1, 2, 2]),
        set(
            "CMS-21 the root eight times",
            .malformed(.limitExceeded(.certificates, allowed: 3), .first(rootCertificate, plus: rootCertificate.count)),
            [0, 1, 2, 2, 2, 2, 2, 2, 2, 2]),
        set("CMS-21 an unused certificate of 2 KiB", .accepted, [0, 1], more: [unused(2 << 10)]),
        set(
            "CMS-21 an unused certificate of 2 KiB and a byte",
            .malformed(.limitExceeded(.certificateSize, allowed: 2 << 10), .of(unused((2 << 10) + 1))), [0, 1],
            more: [unused((2 << 10) + 1)]),
        set(
            "CMS-21 the root nine times", .malformed(.limitExceeded(.certificates, allowed: 10), .of(rootCertificate)),
            [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
        choices("CMS-21 an extended certificate", 0), choices("CMS-21 an attribute certificate of version 1", 1),
        choices("CMS-21 an attribute certificate of version 2", 2), choices("CMS-21 another kind of certificate", 3),
        set("CMS-21 ten, and one of another kind", overTheLimit, [0, 1, 2, 2, 2, 2, 2, 2, 2, 2], more: [eleventh]),
        set(
            "CMS-21 ten thousand",
            .malformed(
                .limitExceeded(.certificates, allowed: 10), .first(rootCertificate, plus: 8 * rootCertificate.count)),
            [0, 1] + [Int](repeating: 2, count: 9_998)),
        set(
            "CMS-21 a broken choice", .malformed(.certificateChoice, .of([0xA1, 0x01, 0x30] + signerSet)), [0, 1, 2],
            more: [[0xA1, 0x01, 0x30]]),
        set(
            "CMS-21 ten thousand of another kind", .malformed(.certificateChoice, .first(choice(1) + choice(1))), [],
            more: [[UInt8]](repeating: choice(1), count: 10_000)),
        .container(
            "DER-17 a primitive certificate set",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x80), .of(primitiveSet))
        ) { $0.rawFields[.certificates] = primitiveSet },
        last("DER-14 an empty certificate", .truncated(needed: 2, available: 0), plus: 2, empty),
        last(
            "DER-14 a certificate without a signature", .truncated(needed: 2, available: 0),
            plus: withoutSignature.count, withoutSignature),
        last(
            "DER-13 NULL beside a certificate's version", .trailingBytes(2), plus: 9,
            TestDER.sequence([TestDER.sequence([TestDER.context(0, TestDER.integer(2) + TestDER.null)])])),
        last(
            "DER-14 a certificate without a serial number", .unexpectedTag(expected: 0x02, found: 0x30), plus: 9,
            TestDER.sequence([TestDER.sequence([version, empty])])),
    ]

    static let junk: [CatalogueCase] = [
        TestDER.null, TestDER.octetString([1]), TestDER.set([]), [0x80, 0x00], TestDER.context(4, []),
    ].map {
        last("CMS-21 junk with the tag \($0[0])", .unexpectedTag(expected: 0x30, found: $0[0]), plus: 0, $0)
    }

    private static let rootCertificate: [UInt8] = {
        do { return try TestAuthority.standard.rootCertificate } catch { return [] }
    }()
}
