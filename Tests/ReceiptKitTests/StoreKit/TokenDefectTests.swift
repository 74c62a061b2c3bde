import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Each of the test kit's defects is refused at its step, or accepted where it must be.
@Suite("StoreKit 2: defects")
struct TokenDefectTests {
    @Test("Good tokens of every kind are believed", arguments: TestTokenKind.allCases.filter { $0 != .other })
    func good(kind: TestTokenKind) throws {
        let text = try TestAuthority.standard.sign(TestToken.example(kind))
        #expect(
            try TokenSubject.verify(text, as: kind, TokenSubject.verifier(), at: TokenSubject.now(kind)).isEmpty)
    }

    /// A good token of each kind, signed once for all.
    private static let good: [TestTokenKind: String] = {
        var tokens: [TestTokenKind: String] = [:]
        for kind in TestTokenKind.allCases where kind != .other {
            tokens[kind] = try? TestAuthority.standard.sign(TestToken.example(kind))
        }
        return tokens
    }()

    @Test(arguments: JWSDefect.allCases)
    func defect(_ defect: JWSDefect) throws {
        for kind in defect.kinds {
            let text = try TestAuthority.standard.sign(TestToken.example(kind), defects: [defect])
            let now = TokenSubject.now(kind)
            let verifier = try TokenSubject.verifier()
            // Cold and warm: what was seen before must not change the answer.
            let good = try #require(Self.good[kind])
            for _ in 0..<2 {
                switch defect.outcome {
                case .accepted:
                    #expect(try TokenSubject.verify(text, as: kind, verifier, at: now) == [], "\(kind)")
                case .acceptedWithDiagnostic:
                    #expect(try TokenSubject.verify(text, as: kind, verifier, at: now).count == 1, "\(kind)")
                case .refused(let step):
                    let error = #expect(throws: VerificationError.self, "\(kind)") {
                        try TokenSubject.verify(text, as: kind, verifier, at: now)
                    }
                    if let error { #expect(Self.step(of: error) == step, "\(kind): \(error.code): \(error)") }
                }
                _ = try TokenSubject.verify(good, as: kind, verifier, at: now)
            }
        }
    }

    /// The step at which an error is thrown.
    private static func step(of error: VerificationError) -> TestTokenStep? {
        switch error {
        case .malformed(let error):
            switch (error.reason, error.path) {
            case (_, .header): .header
            case (.emptyInput, _), (.tokenParts, _), (.invalidBase64, _), (.limitExceeded(.token, _), _): .form
            case (.tokenSignature, _): .signature
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
