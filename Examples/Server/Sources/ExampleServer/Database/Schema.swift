/// The tables. No column stores what an account is entitled to: the server
/// computes that from the evidence, for a date.
enum Schema {
    static func statements(bytesType: String) -> [String] {
        [
            // The evidence, each piece once.
            """
            CREATE TABLE IF NOT EXISTS evidence (
                digest TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                notification TEXT UNIQUE,
                app_transaction TEXT,
                content \(bytesType) NOT NULL,
                received_ms BIGINT NOT NULL)
            """,
            // The original transactions in each piece of evidence. For a piece without any, its app transaction or its
            // digest.
            """
            CREATE TABLE IF NOT EXISTS mentions (
                identifier TEXT NOT NULL,
                digest TEXT NOT NULL REFERENCES evidence (digest),
                PRIMARY KEY (identifier, digest))
            """,
            "CREATE INDEX IF NOT EXISTS mentions_digest ON mentions (digest)",
            // Each identifier belongs to one account. A purchase without a row is unclaimed.
            """
            CREATE TABLE IF NOT EXISTS owners (
                identifier TEXT PRIMARY KEY,
                account TEXT NOT NULL)
            """,
            "CREATE INDEX IF NOT EXISTS owners_account ON owners (account)",
            // The date when Apple may be asked about a subscription again, and the date when Apple last reported a
            // grace period: 0 if Apple reported none.
            """
            CREATE TABLE IF NOT EXISTS questions (
                original_transaction TEXT PRIMARY KEY,
                next_ms BIGINT NOT NULL,
                grace_ms BIGINT NOT NULL DEFAULT 0)
            """,
            // The date until which Apple isn't asked anything, for each
            // environment.
            """
            CREATE TABLE IF NOT EXISTS pauses (
                environment TEXT PRIMARY KEY,
                until_ms BIGINT NOT NULL)
            """,
            // The app and the environment of the whole database.
            "CREATE TABLE IF NOT EXISTS subject (name TEXT PRIMARY KEY)",
        ]
    }
}
