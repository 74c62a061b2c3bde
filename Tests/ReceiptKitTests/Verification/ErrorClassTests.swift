import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports
import Testing

@Suite("Classes of errors")
struct ErrorClassTests {
    private static let reasons: [(reason: FormatError.Reason, class: ErrorClass?)] = [
        (.notReceipt(looksLike: .markup), .notEvidence), (.decoded(.transaction), .notEvidence),
        (.missingSigner, .notEvidence), (.truncated(needed: 2, available: 1), .damaged), (.hexadecimal, .damaged),
        (.severalSigners, .untrusted), (.jws(.algorithm(nil)), .untrusted), (.jws(.parts(2)), .damaged),
        (.missingMember, .unsupported), (.invalidDate([]), .unsupported), (.limitExceeded(.depth, allowed: 1), .limit),
    ]

    @Test("Malformed evidence has the class of what is wrong with it", arguments: reasons)
    func format(_ row: (reason: FormatError.Reason, class: ErrorClass?)) {
        let error = FormatError(row.reason, offset: 0)
        #expect(error.class == row.class)
        #expect(VerificationError.malformed(error).class == row.class)
        #expect(VerificationError.nested(member: "a", .malformed(error)).class == row.class)
    }

    @Test("An attribute that is read before the signature is checked is damaged, and others are unsupported")
    func attribute() {
        let error = FormatError(.invalidDate([]), path: .receipt(.creationDate), offset: 0)
        #expect(error.class == .damaged)
        #expect(error.at(.receipt(AttributeType(rawValue: 21))).class == .unsupported)
        #expect(
            FormatError(.truncated(needed: 2, available: 1), offset: 0).at(.receipt(.creationDate)).class == .damaged)
    }

    @Test("SHA-1 is a matter of policy while Apple signed with it, and untrusted afterwards")
    func sha1() {
        let end = Date(timeIntervalSince1970: 1_737_676_800)
        #expect(VerificationError.sha1NotAccepted(.receipt, created: end).class == .policy)
        #expect(VerificationError.sha1NotAccepted(.receipt, created: end.addingTimeInterval(1)).class == .untrusted)
    }

    @Test("A rejection is due to the signature, the signer or the policy")
    func verification() {
        let fingerprint = VerificationErrorTests.fingerprint
        #expect(VerificationError.signatureInvalid.class == .damaged)
        #expect(VerificationError.untrustedRoot(fingerprint).class == .untrusted)
        #expect(VerificationError.distrusted(.signer, fingerprint).class == .policy)
        #expect(VerificationError.environmentMismatch(found: .sandbox, accepted: [.production]).class == .policy)
        #expect(VerificationError.renewalInfoUnbound.class == .unsupported)
        #expect("\(ErrorClass.notEvidence)" == "notEvidence")
    }
}
