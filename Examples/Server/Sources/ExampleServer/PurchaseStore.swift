import Foundation

/// Stores which account owns which purchase, and the evidence. Nothing
/// derived from the evidence is stored.
package struct PurchaseStore: Sendable {
    let store: any Store

    /// Creates the tables if they are missing.
    ///
    /// - Parameter subject: The app and the environment. A database is for
    ///   one of each: sandbox purchases cost nothing.
    package init(_ store: any Store, subject: String) async throws {
        self.store = store
        let statements = Schema.statements(bytesType: store.bytesType)
        try await store.write { sql in
            for statement in statements { try sql.rows(statement, []) }
            try sql.rows(
                "INSERT INTO subject (name) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM subject)", [.text(subject)])
            guard case .text(let found) = try sql.rows("SELECT name FROM subject", []).first?.first else {
                throw UnexpectedRow()
            }
            guard found == subject else { throw OtherSubject(found: found, expected: subject) }
        }
    }

    /// Binds all purchases in the evidence to the account and stores the
    /// evidence, or does neither. Returns false if it was stored before.
    func add(
        _ evidence: StoredEvidence, to account: UUID
    ) async throws -> Bool {
        try await store.write { sql in
            for mention in evidence.mentions {
                try Self.bind(mention, to: account, sql)
            }
            return try Self.store(evidence, sql)
        }
    }

    /// Stores a notification, even if no account has the purchase yet.
    /// Returns false if it was stored before.
    func add(notification: StoredEvidence) async throws -> Bool {
        try await store.write { sql in
            for mention in notification.mentions {
                guard let account = mention.appAccountToken else {
                    continue
                }
                try Self.claim(mention.originalTransactionID, account, sql)
            }
            return try Self.store(notification, sql)
        }
    }

    /// Returns all evidence about an account's purchases, whichever client
    /// sent it, including notifications that arrived before the account's
    /// own evidence.
    func evidence(of account: UUID) async throws -> [StoredPiece] {
        let rows = try await store.read { sql in
            try sql.rows(
                """
                SELECT digest, content, received_ms FROM evidence WHERE digest IN (
                    SELECT mentions.digest FROM mentions JOIN owners
                    ON mentions.original_transaction = owners.original_transaction
                    WHERE owners.account = $1)
                """, [.text(account.uuidString)])
        }
        return try rows.map(StoredPiece.init)
    }

    /// Binds a purchase to another account, with all purchases that share a
    /// receipt with it, directly or through others: the customer's app will
    /// send that whole receipt again. Returns the purchases that were
    /// moved: none if no account has the purchase.
    func transfer(
        _ originalTransactionID: String, to account: UUID
    ) async throws -> [String] {
        let rows = try await store.write { sql in
            try sql.rows(
                """
                WITH RECURSIVE moved (original_transaction) AS (
                    SELECT original_transaction FROM owners
                    WHERE original_transaction = $1
                    UNION
                    SELECT others.original_transaction FROM moved
                    JOIN mentions USING (original_transaction)
                    JOIN mentions AS others USING (digest))
                UPDATE owners SET account = $2
                WHERE original_transaction IN (
                    SELECT original_transaction FROM moved)
                RETURNING original_transaction
                """,
                [
                    .text(originalTransactionID),
                    .text(account.uuidString),
                ])
        }
        return try rows.map { row in
            guard case .text(let moved) = row.first else {
                throw UnexpectedRow()
            }
            return moved
        }.sorted()
    }
}

// MARK: - Inside a transaction

extension PurchaseStore {
    /// Binds a purchase to the account, unless it is bound already. A
    /// thrown `Rejection` rolls back the whole transaction.
    private static func bind(
        _ mention: StoredEvidence.Mention, to account: UUID,
        _ sql: any SQLConnection
    ) throws {
        let purchase = mention.originalTransactionID
        if try claim(purchase, account, sql) {
            // The app named an account when the customer made the purchase.
            guard mention.appAccountToken ?? account == account else {
                throw Rejection.namesOtherAccount(purchase)
            }
            return
        }
        let owners = try sql.rows(
            "SELECT account FROM owners WHERE original_transaction = $1",
            [.text(purchase)])
        guard owners == [[.text(account.uuidString)]] else {
            throw Rejection.ownedByOtherAccount(purchase)
        }
    }

    /// Makes the account the owner of a purchase without one. The unique
    /// key decides: a query before the insert could race.
    @discardableResult
    private static func claim(
        _ purchase: String, _ account: UUID, _ sql: any SQLConnection
    ) throws -> Bool {
        let claimed = try sql.rows(
            """
            INSERT INTO owners (original_transaction, account)
            VALUES ($1, $2) ON CONFLICT DO NOTHING
            RETURNING original_transaction
            """, [.text(purchase), .text(account.uuidString)])
        return !claimed.isEmpty
    }

    private static func store(_ evidence: StoredEvidence, _ sql: any SQLConnection) throws -> Bool {
        let stored = try sql.rows(
            """
            INSERT INTO evidence (digest, kind, notification, content, received_ms) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING RETURNING digest
            """,
            [
                .text(evidence.digest), .text(evidence.kind.rawValue),
                evidence.notificationUUID.map(SQLValue.text) ?? .null,
                .bytes(evidence.body), .integer(evidence.received.milliseconds),
            ])
        guard !stored.isEmpty else { return false }
        for purchase in evidence.originalTransactionIDs {
            try sql.rows(
                "INSERT INTO mentions (original_transaction, digest) VALUES ($1, $2)",
                [.text(purchase), .text(evidence.digest)])
        }
        return true
    }
}

/// The database belongs to another app or environment.
package struct OtherSubject: Error, Equatable, CustomStringConvertible {
    let found: String
    let expected: String

    package var description: String { "The database is for \(found), and not for \(expected)." }
}
