import Foundation
import ReceiptKit

/// Stores when Apple may be asked again, and its unsigned reports of grace
/// periods. None of it is evidence.
extension PurchaseStore {
    /// Records that Apple is asked about a subscription. Returns false if
    /// it's too early. If Apple doesn't answer, the next request may ask in
    /// a minute.
    func startAsking(
        about purchase: String, in environment: StoreEnvironment,
        at now: Date
    ) async throws -> Bool {
        try await store.write { sql in
            let pauses = try sql.rows(
                """
                SELECT until_ms FROM pauses
                WHERE environment = $1 AND until_ms > $2
                """,
                [
                    .text(environment.rawValue),
                    .integer(now.milliseconds),
                ])
            guard pauses.isEmpty else { return false }
            let started = try sql.rows(
                """
                INSERT INTO questions (original_transaction, next_ms)
                VALUES ($1, $2 + 60000)
                ON CONFLICT (original_transaction)
                DO UPDATE SET next_ms = excluded.next_ms
                WHERE questions.next_ms <= excluded.next_ms - 60000
                RETURNING original_transaction
                """, [.text(purchase), .integer(now.milliseconds)])
            return !started.isEmpty
        }
    }

    /// Records Apple's answer about a subscription. The next request may ask Apple in an hour.
    func finishAsking(
        about purchase: String, isInGrace: Bool, at now: Date
    ) async throws {
        _ = try await store.write { sql in
            try sql.rows(
                """
                UPDATE questions SET next_ms = $1, grace_ms = $2
                WHERE original_transaction = $3
                """,
                [
                    .integer(now.milliseconds + 3_600_000),
                    .integer(isInGrace ? now.milliseconds : 0),
                    .text(purchase),
                ])
        }
    }

    /// Delays the next request about a subscription by an hour.
    func postpone(_ purchase: String, at now: Date) async throws {
        _ = try await store.write { sql in
            try sql.rows(
                """
                UPDATE questions SET next_ms = $1
                WHERE original_transaction = $2
                """,
                [
                    .integer(now.milliseconds + 3_600_000),
                    .text(purchase),
                ])
        }
    }

    /// Stops requests to Apple about all customers until a date.
    func pause(
        _ environment: StoreEnvironment, until date: Date
    ) async throws {
        _ = try await store.write { sql in
            try sql.rows(
                """
                INSERT INTO pauses (environment, until_ms)
                VALUES ($1, $2)
                ON CONFLICT (environment)
                DO UPDATE SET until_ms = excluded.until_ms
                WHERE pauses.until_ms < excluded.until_ms
                """,
                [
                    .text(environment.rawValue),
                    .integer(date.milliseconds),
                ])
        }
    }

    /// Returns the date when Apple reported a grace period for a subscription, or nil if Apple's last answer reported
    /// none.
    func graceWord(about purchase: String) async throws -> Date? {
        let rows = try await store.read { sql in
            try sql.rows(
                """
                SELECT grace_ms FROM questions
                WHERE original_transaction = $1 AND grace_ms > 0
                """, [.text(purchase)])
        }
        guard case .integer(let date) = rows.first?.first else {
            return nil
        }
        return Date(milliseconds: date)
    }
}

/// Dates in the database.
extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var milliseconds: Int64 { Int64(timeIntervalSince1970 * 1000) }
}
