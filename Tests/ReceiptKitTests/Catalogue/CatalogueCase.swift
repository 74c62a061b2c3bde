import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// One line of the tables in this folder: a valid receipt with one defect, and the verifier's exact error, or none if
/// it must be accepted. The name begins with the identifiers that `Tests/Refusals.md` lists.
struct CatalogueCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable () throws -> [UInt8]
    let verdict: Verdict
    var policy: @Sendable (inout ReceiptPolicy) throws -> Void = { _ in }
    var now = Subject.now

    /// The expected verdict.
    enum Verdict: Sendable {
        case accepted
        case refused(VerificationError)
        /// Malformed, at a position.
        case malformed(FormatError.Reason, Place, FieldPath = FieldPath.container)
        /// Rejected with the fingerprint of the certificate at this index in the certificate set.
        case about(Int, @Sendable (Fingerprint) -> VerificationError)

        func error(for bytes: [UInt8]) throws -> VerificationError? {
            switch self {
            case .accepted: nil
            case .refused(let error): error
            case .malformed(let reason, let place, let path):
                .malformed(FormatError(reason, path: path, offset: try place.offset(in: bytes)))
            case .about(let index, let error):
                error(Fingerprint(of: try UnverifiedReceipt(bytes).certificates[index]))
            }
        }
    }

    /// A position in the bytes. It is found by searching for bytes, not by reading the receipt.
    enum Place: Sendable {
        case at(Int)
        case fromEnd(Int)
        /// This many bytes after the beginning of the last occurrence.
        case of([UInt8], plus: Int = 0)
        /// This many bytes after the beginning of the first occurrence.
        case first([UInt8], plus: Int = 0)

        func offset(in bytes: [UInt8]) throws -> Int {
            switch self {
            case .at(let offset): return offset
            case .fromEnd(let count): return bytes.count - count
            case .of(let needle, let plus):
                let starts = 0...max(0, bytes.count - needle.count)
                return try #require(starts.last { bytes[$0...].starts(with: needle) }) + plus
            case .first(let needle, let plus):
                let starts = 0...max(0, bytes.count - needle.count)
                return try #require(starts.first { bytes[$0...].starts(with: needle) }) + plus
            }
        }
    }

    func check() throws {
        let bytes = try bytes()
        let error = try verdict.error(for: bytes)
        let policy = try Subject.policy(policy)
        #expect(verificationError { _ = try Subject.verify(bytes, policy, at: now) } == error)
    }
}

extension CatalogueCase {
    /// A receipt whose container was changed after signing, or before it if `signing`.
    static func container(
        _ name: String, signing: Bool = false, _ verdict: Verdict,
        _ change: @escaping @Sendable (inout TestSignedData) throws -> Void
    ) -> Self {
        Self(
            testDescription: name,
            bytes: {
                var signed = try Attack.signed(Subject.receipt.payload.encoded)
                try change(&signed)
                if signing { try signed.sign(with: Attack.chain.signer.key) }
                return signed.encoded
            }, verdict: verdict)
    }

    /// A receipt with one changed field of its signer info.
    static func signer(
        _ name: String, signing: Bool = false, _ verdict: Verdict,
        _ change: @escaping @Sendable (inout TestSignerInfo) throws -> Void
    ) -> Self {
        container(name, signing: signing, verdict) { try change(&$0.signers[0]) }
    }

    /// A receipt with other content and a valid signature.
    static func content(_ name: String, _ verdict: Verdict, _ content: @escaping @Sendable () -> [UInt8]) -> Self {
        Self(testDescription: name, bytes: { try Attack.signed(content()).encoded }, verdict: verdict)
    }

    /// A receipt whose attributes were changed before signing.
    static func payload(
        _ name: String, _ verdict: Verdict, _ change: @escaping @Sendable (inout TestAttributeSet) -> Void
    ) -> Self {
        content(name, verdict) { Attack.payload(change).encoded }
    }

    /// A receipt with one attribute replaced, in the receipt or in its first purchase.
    static func attribute(_ name: String, _ attribute: TestAttribute, _ verdict: Verdict) -> Self {
        payload(name, verdict) { payload in
            if attribute.type > 1_700 {
                payload.editFirstPurchase { $0.set(attribute) }
            } else {
                payload.set(attribute)
            }
        }
    }

    /// A receipt whose certificates were changed before they were issued.
    static func chain(
        _ name: String, digest: TestDigest = .sha256, _ verdict: Verdict,
        _ change: @escaping @Sendable (inout TestChain) throws -> Void
    ) -> Self {
        Self(
            testDescription: name,
            bytes: {
                var chain = TestAuthority.standard.chain(for: digest)
                try change(&chain)
                return try Attack.signed(Subject.receipt.payload.encoded, chain, digest: digest).encoded
            }, verdict: verdict)
    }

    /// A receipt with one certificate changed before it was issued. The policy trusts the root with its change.
    static func certificate(
        _ name: String, _ position: VerificationError.ChainPosition, _ verdict: Verdict,
        _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> Self {
        chain(name, verdict) { $0.change(position, change) }.with { policy in
            var chain = Attack.chain
            chain.change(position, change)
            try policy.set(trust: .roots([chain.anchor.encoded()]))
        }
    }

    /// The same case at another time.
    func at(_ now: Date) -> Self {
        var copy = self
        copy.now = now
        return copy
    }

    /// The same case with another policy.
    func with(_ policy: @escaping @Sendable (inout ReceiptPolicy) throws -> Void) -> Self {
        var copy = self
        copy.policy = policy
        return copy
    }
}

extension TestChain {
    /// Changes one of the certificates, which must exist in the chain.
    mutating func change(_ position: VerificationError.ChainPosition, _ change: (inout TestCertificate) -> Void) {
        switch position {
        case .signer: change(&signer)
        case .intermediate: intermediate = intermediate.map { $0.with(change) }
        case .root: root = root.map { $0.with(change) }
        }
    }
}

extension TestCertificate {
    /// The certificate after a change.
    func with(_ change: (inout TestCertificate) -> Void) -> TestCertificate {
        var copy = self
        change(&copy)
        return copy
    }

    /// Replaces the extension with the same identifier, or adds it.
    mutating func put(_ extension: TestExtension) { extensions.set(`extension`) }
}
