/// The members of an App Store Server API page that lead to the next page.
///
/// They aren't signed: use them only to request the next page. ReceiptKit's `ReceiptVerifier` verifies the JWS in the page. The last page
/// may be empty, in which case the verifier rejects it with the code `evidence.empty`.
public struct AppStorePage: Sendable, Hashable {
    /// `hasMore`: true if there is another page. Nil if the JSON body doesn't state it.
    public let hasMore: Bool?
    /// `paginationToken`: pass it to request the next page of a notification history.
    public let paginationToken: String?
    /// `revision`: pass it to request the next page of a transaction history or a refund history.
    public let revision: String?
}

extension AppStorePage: MemberOwner {
    /// Decodes only these members of the JSON body of a response.
    ///
    /// - Throws: ``FormatError`` if the body isn't a JSON object, for instance because it is empty, or if one of the members is malformed.
    public init(json text: some Collection<UInt8>) throws(FormatError) {
        // All members are strict.
        var (members, none): ([MemberValue?], [FormatError]) = ([], [])
        try self.init(json: Array(text)[...], &members, &none)
    }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        hasMore = try row("hasMore", .flag, .strict, now?.hasMore)
        paginationToken = try row("paginationToken", .text, .strict, now?.paginationToken)
        revision = try row("revision", .text, .strict, now?.revision)
    }
}
