/// The tables. No column says what somebody is entitled to: that is told by the evidence, at a date.
enum Schema {
    static func statements(bytesType: String) -> [String] {
        [
            // What arrived, once.
            """
            CREATE TABLE IF NOT EXISTS evidence (
                digest TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                notification TEXT UNIQUE,
                body \(bytesType) NOT NULL,
                received_ms BIGINT NOT NULL)
            """,
            // Which purchases it tells of.
            """
            CREATE TABLE IF NOT EXISTS mentions (
                original_transaction TEXT NOT NULL,
                digest TEXT NOT NULL REFERENCES evidence (digest),
                PRIMARY KEY (original_transaction, digest))
            """,
            "CREATE INDEX IF NOT EXISTS mentions_digest ON mentions (digest)",
            // One purchase, one account. A purchase without a row is unbound.
            """
            CREATE TABLE IF NOT EXISTS owners (
                original_transaction TEXT PRIMARY KEY,
                account TEXT NOT NULL)
            """,
            "CREATE INDEX IF NOT EXISTS owners_account ON owners (account)",
            // What all of this is about: of one app, in one environment.
            "CREATE TABLE IF NOT EXISTS subject (name TEXT PRIMARY KEY)",
        ]
    }
}
