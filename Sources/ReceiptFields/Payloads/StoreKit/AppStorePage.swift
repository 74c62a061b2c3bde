/// What a page of the App Store Server API says of the next one.
///
/// It isn't signed: it decides what you ask Apple for next, and nothing else. ReceiptKit's `ReceiptVerifier` verifies the JWS of the
/// page. The last page may be empty, which the verifier rejects with the code `evidence.empty`.
public struct AppStorePage: Sendable, Hashable {
    /// `hasMore`: whether there is another page. Nil where the JSON body doesn't say.
    public internal(set) var hasMore: Bool?
    /// `paginationToken`: pass it to request the next page of a notification history.
    public internal(set) var paginationToken: String?
    /// `revision`: pass it to request the next page of a transaction history or a refund history.
    public internal(set) var revision: String?
}

extension AppStorePage: MemberOwner {
    /// Reads the JSON body of an answer, and nothing of it but these members.
    ///
    /// - Throws: ``FormatError``, if it is not a JSON object or one of them is malformed. An empty text is.
    public init(json text: some Collection<UInt8>) throws(FormatError) {
        // All of its members are strict.
        var none: [FormatError] = []
        try self.init(json: Array(text)[...], &none)
    }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("hasMore", .flag, .strict, &hasMore)
        try visit("paginationToken", .text, .strict, &paginationToken)
        try visit("revision", .text, .strict, &revision)
    }
}
