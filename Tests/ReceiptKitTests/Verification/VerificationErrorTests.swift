import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Errors of verification")
struct VerificationErrorTests {
    static let date = Date(timeIntervalSince1970: 1_700_000_000)
    static let fingerprint = Fingerprint(of: [1])
    static let hostile = "a\n\u{1B}[31m\"b\\c\u{0}é"

    static let all: [(code: String, error: VerificationError)] = [
        ("der.trailing", .malformed(FormatError(.trailingBytes(3), offset: 17))),
        ("signer.certificateMissing", .signerCertificateMissing(serialNumber: [1, 2])),
        ("signer.certificateAmbiguous", .signerCertificateAmbiguous(serialNumber: [1, 2])),
        ("algorithm.unsupported", .unsupportedAlgorithm(digest: "1.2", signature: "1.3")),
        ("algorithm.sha1", .sha1NotAccepted(.receipt, created: date)),
        ("chain.issuerMissing", .issuerCertificateMissing),
        ("chain.issuerAmbiguous", .issuerCertificateAmbiguous),
        ("chain.certificateMalformed", .malformedCertificate(.signer)),
        ("chain.untrustedRoot", .untrustedRoot(fingerprint)),
        ("chain.distrusted", .distrusted(.signer, fingerprint)),
        ("chain.notXcodeCertificate", .notXcodeCertificate(fingerprint)),
        ("chain.version", .certificateVersion(.intermediate, found: 1)),
        ("chain.serialNumber", .serialNumber(.signer)),
        ("chain.algorithm", .certificateAlgorithm(.signer)),
        ("chain.notReceiptSigner", .notReceiptSigner(fingerprint)),
        ("chain.notReceiptIssuer", .notReceiptIssuer(fingerprint)),
        ("chain.notYetValid", .certificateNotYetValid(.signer, notBefore: date, created: date)),
        ("chain.expired", .certificateExpired(.signer, notAfter: date, created: date)),
        ("chain.criticalExtension", .criticalExtension(.signer, "1.2.3")),
        ("chain.nameConstraints", .nameConstraints(.intermediate)),
        ("chain.notCertificateAuthority", .notCertificateAuthority(.intermediate)),
        ("chain.signerIsAuthority", .signerIsCertificateAuthority),
        ("chain.pathLength", .pathLength(.root)),
        ("chain.keyUsage", .keyUsage(.intermediate)),
        ("chain.keyIdentifier", .keyIdentifier(.signer)),
        ("chain.key", .certificateKey(.signer)),
        ("chain.signature", .certificateSignature(.signer)),
        ("signature.invalid", .signatureInvalid),
        ("environment.unsigned", .environmentUnsigned),
        ("environment.contradicted", .environmentContradicted(transactionID: hostile)),
        ("maximumAge.unanswered", .maximumAgeUnanswered(1)),
        ("environment.mismatch", .environmentMismatch(found: .sandbox, accepted: [.production])),
        ("bundleIdentifier.mismatch", .bundleIdentifierMismatch(found: hostile, accepted: ["b"])),
        ("appAppleID.missing", .appAppleIDMissing),
        ("appVersion.mismatch", .appVersionMismatch(found: hostile, expected: "2")),
        ("date.future", .createdInFuture(created: date, now: Date(timeIntervalSince1970: .nan))),
        ("date.tooOld", .tooOld(created: date, now: .distantFuture)),
        ("date.expired", .expired(expiration: date, now: .distantPast)),
        ("device.identifierMissing", .deviceIdentifierMissing),
        ("device.mismatch", .deviceMismatch),
        ("device.verificationMissing", .deviceVerificationMissing),
        ("appAppleID.mismatch", .appAppleIDMismatch(found: nil, expected: 1)),
        ("appVersion.unanswered", .appVersionUnanswered(expected: hostile)),
        ("renewalInfo.unbound", .renewalInfoUnbound),
        ("evidence.disagreement", .disagreement("transactionId")),
    ]

    @Test("have stable codes and one line each, escaped (PAY-21)", arguments: all)
    func code(_ row: (code: String, error: VerificationError)) {
        #expect(row.error.code == row.code)
        let line = row.error.description
        #expect(row.error.localizedDescription == line)
        #expect(!line.isEmpty)
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }, "\(line)")
    }

    @Test("Accepted values are listed")
    func accepted() {
        func text(_ accepted: Set<StoreEnvironment>) -> String {
            VerificationError.environmentMismatch(found: .xcode, accepted: accepted).description
        }
        #expect(text([]) == "The evidence is for environment \"Xcode\", expected none")
        #expect(
            text([.sandbox, .production])
                == "The evidence is for environment \"Xcode\", expected \"Production\" or \"Sandbox\"")
        #expect(
            VerificationError.bundleIdentifierMismatch(found: "c", accepted: ["b\n", "a"]).description
                == "The evidence is for bundle identifier \"c\", expected \"a\" or \"b\\x0a\"")
    }

    @Test("list accepted values in sorted order")
    func acceptedOrder() {
        let apps = (1...9).map { "com.example.\($0)" }
        let error = VerificationError.bundleIdentifierMismatch(found: "x", accepted: Set(apps))
        #expect(error.description.hasSuffix(apps.map { "\"\($0)\"" }.joined(separator: " or ")))
    }

    @Test("have a code each")
    func unique() { #expect(Set(Self.all.map(\.code)).count == Self.all.count) }

    @Test("A fingerprint is read from hexadecimal digits, with and without colons")
    func fingerprints() {
        let text = Self.fingerprint.description
        #expect(text == "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a")
        #expect(Fingerprint(text) == Self.fingerprint)
        let colons = stride(from: 0, to: 64, by: 2).map { text.utf8.dropFirst($0).prefix(2) }
        #expect(
            Fingerprint(
                colons.map { String(decoding: $0, as: UTF8.self).uppercased() }.joined(separator: ":"))
                == Self.fingerprint)
        for wrong in ["", "4b", String(text.dropLast()), text + "00", String(text.dropLast()) + "g"] {
            #expect(Fingerprint(wrong) == nil)
        }
    }

    @Test("Apple Inc. Root CA is the certificate that Apple published")
    func appleRoot() {
        #expect(
            Fingerprint(of: AppleRootCertificate.bytes).description
                == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
    }
}
