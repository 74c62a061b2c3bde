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
    /// evidence, or does neither. Returns false if the evidence was stored
    /// before.
    func add(
        _ evidence: StoredEvidence, to account: UUID
    ) async throws -> Bool {
        // Do this even if another account sends the evidence, so that
        // the purchase can be moved.
        try await store.write { sql in
            try Self.claimForNamedAccounts(evidence, sql)
        }
        return try await store.write { sql in
            for identifier in evidence.identifiers.sorted() {
                try Self.bind(identifier, to: account, sql)
            }
            if let app = evidence.appTransaction {
                try Self.claim(app, for: account, sql)
            }
            return try Self.store(evidence, sql)
        }
    }

    /// Stores a notification, even if no account has the purchase yet.
    /// Returns false if the notification was stored before.
    func add(notification: StoredEvidence) async throws -> Bool {
        try await store.write { sql in
            try Self.claimForNamedAccounts(notification, sql)
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
                    SELECT mentions.digest FROM mentions JOIN owners USING (identifier)
                    WHERE owners.account = $1)
                """, [.text(account.uuidString)])
        }
        return try rows.map(StoredPiece.init)
    }

    /// Binds a purchase to another account. The other purchases of its account that share a receipt with it, directly
    /// or through further purchases, move too, and so does the app transaction, because the customer's app will send
    /// them again. Returns the identifiers that moved: none if no account has the purchase.
    func transfer(
        _ identifier: String, to account: UUID
    ) async throws -> [String] {
        let rows = try await store.write { sql in
            try sql.rows(
                """
                WITH RECURSIVE moved (identifier) AS (
                    SELECT identifier FROM owners
                    WHERE identifier = $1
                    UNION
                    SELECT others.identifier FROM moved
                    JOIN mentions USING (identifier)
                    JOIN mentions AS others USING (digest))
                UPDATE owners SET account = $2
                WHERE account = (
                    SELECT account FROM owners WHERE identifier = $1)
                AND identifier IN (
                    SELECT identifier FROM moved
                    UNION
                    SELECT app_transaction FROM moved
                    JOIN mentions USING (identifier)
                    JOIN evidence USING (digest))
                RETURNING identifier
                """,
                [.text(identifier), .text(account.uuidString)])
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
    /// Binds an identifier to the account, unless the identifier is already
    /// bound. A thrown `Rejection` rolls back the whole transaction.
    private static func bind(
        _ identifier: String, to account: UUID,
        _ sql: any SQLConnection
    ) throws {
        if try claim(identifier, for: account, sql) { return }
        guard try owner(of: identifier, sql) == account else {
            throw Rejection.ownedByOtherAccount(identifier)
        }
    }

    /// Binds unclaimed purchases to the account of the subscription that
    /// they continue, or else to the account in the `appAccountToken`.
    private static func claimForNamedAccounts(
        _ evidence: StoredEvidence, _ sql: any SQLConnection
    ) throws {
        for mention in evidence.mentions {
            let previous = try mention.previousOriginalTransactionID
                .flatMap { try owner(of: $0, sql) }
            guard let account = previous ?? mention.appAccountToken,
                try claim(
                    mention.originalTransactionID, for: account, sql),
                let app = evidence.appTransaction
            else { continue }
            try claim(app, for: account, sql)
        }
    }

    /// Makes the account the owner of an identifier that has no owner. The
    /// unique key decides, because another request could insert a row
    /// between a query and the insert.
    @discardableResult
    private static func claim(
        _ identifier: String, for account: UUID,
        _ sql: any SQLConnection
    ) throws -> Bool {
        let claimed = try sql.rows(
            """
            INSERT INTO owners (identifier, account)
            VALUES ($1, $2) ON CONFLICT DO NOTHING
            RETURNING identifier
            """, [.text(identifier), .text(account.uuidString)])
        return !claimed.isEmpty
    }

    private static func owner(
        of identifier: String, _ sql: any SQLConnection
    ) throws -> UUID? {
        let rows = try sql.rows(
            "SELECT account FROM owners WHERE identifier = $1",
            [.text(identifier)])
        guard case .text(let account) = rows.first?.first else {
            return nil
        }
        return UUID(uuidString: account)
    }

    private static func store(_ evidence: StoredEvidence, _ sql: any SQLConnection) throws -> Bool {
        let stored = try sql.rows(
            """
            INSERT INTO evidence (digest, kind, notification, app_transaction, content, received_ms)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT DO NOTHING RETURNING digest
            """,
            [
                .text(evidence.digest), .text(evidence.kind.rawValue),
                evidence.notificationUUID.map(SQLValue.text) ?? .null,
                evidence.appTransaction.map(SQLValue.text) ?? .null,
                .bytes(evidence.body), .integer(evidence.received.milliseconds),
            ])
        guard !stored.isEmpty else { return false }
        for identifier in evidence.identifiers {
            try sql.rows(
                "INSERT INTO mentions (identifier, digest) VALUES ($1, $2)",
                [.text(identifier), .text(evidence.digest)])
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
