import Foundation
import ReceiptKit

/// A piece of evidence as the database returns it.
struct StoredPiece: Sendable {
    let digest: String
    let body: [UInt8]
    let received: Date

    /// A row of `digest, content, received_ms`.
    init(_ row: [SQLValue]) throws(UnexpectedRow) {
        guard row.count == 3, case .text(let digest) = row[0], case .bytes(let body) = row[1],
            case .integer(let milliseconds) = row[2]
        else { throw UnexpectedRow() }
        (self.digest, self.body, received) = (digest, body, Date(milliseconds: milliseconds))
    }
}

extension PurchaseStore {
    /// Returns the stored evidence that a verifier rejects. If it rejects none, you can switch to its policy.
    package func rejected(
        by verifier: ReceiptVerifier
    ) async throws -> [RejectedPiece] {
        var rejected: [RejectedPiece] = []
        var last = ""
        while true {
            let page = try await evidence(after: last)
            guard let end = page.last else { return rejected }
            for stored in page {
                do throws(VerificationError) {
                    _ = try verifier.verify(
                        evidence: stored.body, at: stored.received)
                } catch {
                    rejected.append(
                        RejectedPiece(
                            digest: stored.digest, error: error))
                }
            }
            last = end.digest
        }
    }

    /// Returns up to a thousand pieces of evidence of any account, ordered
    /// by digest.
    private func evidence(after digest: String) async throws -> [StoredPiece] {
        let rows = try await store.read { sql in
            try sql.rows(
                """
                SELECT digest, content, received_ms FROM evidence
                WHERE digest > $1 ORDER BY digest LIMIT 1000
                """, [.text(digest)])
        }
        return try rows.map(StoredPiece.init)
    }
}
