import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Checks that each of the test kit's defects is rejected at its step, or accepted if it must be.
@Suite("StoreKit 2: defects")
struct JWSDefectVerificationTests {
    @Test("Good JWS of every kind are verified", arguments: TestJWSKind.allCases.filter { $0 != .other })
    func good(kind: TestJWSKind) throws {
        let text = try TestAuthority.standard.sign(TestJWSContent.example(kind))
        #expect(
            try JWSSubject.verify(text, as: kind, JWSSubject.verifier(), at: JWSSubject.now(kind)).isEmpty)
    }

    /// A valid JWS of each kind, signed once for all tests.
    private static let good: [TestJWSKind: String] = {
        var jwsList: [TestJWSKind: String] = [:]
        for kind in TestJWSKind.allCases where kind != .other {
            jwsList[kind] = try? TestAuthority.standard.sign(TestJWSContent.example(kind))
        }
        return jwsList
    }()

    @Test(arguments: JWSDefect.all)
    func defect(_ defect: JWSDefect) throws {
        for kind in defect.kinds.sample(1) {
            let text = try TestAuthority.standard.sign(TestJWSContent.example(kind), defects: [defect])
            let now = JWSSubject.now(kind)
            let verifier = try JWSSubject.verifier()
            // Cold and warm: the verifier's cache must not change the result.
            let good = try #require(Self.good[kind])
            for _ in 0..<2 {
                if let step = defect.step {
                    let error = #expect(throws: VerificationError.self, "\(kind)") {
                        try JWSSubject.verify(text, as: kind, verifier, at: now)
                    }
                    if let error { #expect(Self.step(of: error) == step, "\(kind): \(error.code): \(error)") }
                } else {
                    let diagnostics = try JWSSubject.verify(text, as: kind, verifier, at: now)
                    #expect(diagnostics.count == (defect.givesDiagnostic ? 1 : 0), "\(kind)")
                }
                _ = try JWSSubject.verify(good, as: kind, verifier, at: now)
            }
        }
    }

    /// Returns the step at which an error is thrown.
    private static func step(of error: VerificationError) -> TestVerificationStep? {
        switch error {
        case .malformed(let error):
            switch (error.reason, error.path) {
            case (_, .header): .header
            case (.emptyInput, _), (.jws(.parts), _), (.invalidBase64, _), (.limitExceeded(.jws, _), _): .form
            case (.jws(.signature), _): .signature
            case (.invalidJSON, _), (.repeatedMember, _), (.limitExceeded(.jsonDepth, _), _),
                (.limitExceeded(.jsonMembers, _), _):
                .payload
            case (_, .member("signedDate")), (_, .member("receiptCreationDate")): .payload
            case (.missingMember, _), (.malformedMember, _), (.otherPayload, _): .fields
            default: nil
            }
        case .signatureInvalid: .signature
        case .environmentMismatch: .environment
        case .bundleIdentifierMismatch: .bundleIdentifier
        case .appAppleIDMismatch: .appAppleID
        case .createdInFuture, .tooOld: .date
        case .deviceMismatch, .deviceVerificationMissing: .device
        case .nested, .disagreement: .nested
        case .renewalInfoUnbound: .fields
        default: error.code.hasPrefix("chain.") ? .chain : nil
        }
    }
}
