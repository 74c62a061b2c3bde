import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Checks properties that verified evidence of every kind has: its kind, its identity, its pieces, and the methods for
/// a single kind.
enum Identity {
    static func check(_ evidence: VerifiedEvidence, _ jws: JWS, _ subject: JWSSubject) {
        let input = Array(jws.text.prefix(upTo: jws.text.lastIndex(of: UInt8(ascii: ".")) ?? 0))
        let digest = TestDigest.sha256.hash(input).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        require(evidence.contentDigest == ContentDigest(digest), "another digest than \(digest)")
        require(evidence.elements == [evidence], "other pieces than itself")
        let list = VerifiedEvidence.list([evidence, .list([evidence])])
        require(list.elements == [evidence, evidence] && list.contentDigest == nil, "another list")
        require(list.environment == evidence.environment, "a list of another environment")
        let apps = [evidence, list].map { $0.bundleIdentifier.map { Array($0.utf8) } }
        require(apps[0] == apps[1], "a list of another app")
        alone(evidence, jws, subject)
    }

    /// The method for the evidence's kind must accept it, and the methods for other kinds must not.
    private static func alone(_ evidence: VerifiedEvidence, _ jws: JWS, _ subject: JWSSubject) {
        let text = String(decoding: jws.text, as: UTF8.self)
        let (verifier, now) = (subject.verifier, JWSSubject.now)
        let found = [
            attempt { () throws(VerificationError) in .transaction(try verifier.verify(transaction: text, at: now)) },
            attempt { () throws(VerificationError) in
                .appTransaction(try verifier.verify(appTransaction: text, at: now))
            },
            attempt { () throws(VerificationError) in .notification(try verifier.verify(notification: text, at: now)) },
        ]
        let kinds: [VerifiedEvidence.Kind] = [.transaction, .appTransaction, .notification]
        let expected = zip(kinds, found).map { kind, _ in kind == evidence.kind ? evidence : nil }
        require(found == expected, "\(evidence.kind), alone \(found)")
    }

    private static func attempt(_ body: () throws(VerificationError) -> VerifiedEvidence) -> VerifiedEvidence? {
        do throws(VerificationError) {
            return try body()
        } catch {
            require(error.code == "payload.kind", "verified among all kinds, but alone: \(error)")
            return nil
        }
    }
}
