/// The members of an App Store Server API page that lead to the next page.
///
/// They aren't signed: use them only to request the next page. ReceiptKit's `ReceiptVerifier` verifies the JWS in the page. The last page
/// may be empty, in which case the verifier rejects it with the code `evidence.empty`.
public struct AppStorePage: Sendable, Hashable {
    /// `hasMore`: true if there is another page. Nil if the JSON body doesn't state it.
    public internal(set) var hasMore: Bool?
    /// `paginationToken`: pass it to request the next page of a notification history.
    public internal(set) var paginationToken: String?
    /// `revision`: pass it to request the next page of a transaction history or a refund history.
    public internal(set) var revision: String?
}

extension AppStorePage: MemberOwner {
    /// Decodes only these members of the JSON body of a response.
    ///
    /// - Throws: ``FormatError`` if the body isn't a JSON object, for instance because it is empty, or if one of the members is malformed.
    public init(json text: some Collection<UInt8>) throws(FormatError) {
        // All members are strict.
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
