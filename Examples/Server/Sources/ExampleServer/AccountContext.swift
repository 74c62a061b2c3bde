import Hummingbird

/// What the server knows about a request: who sends it.
package struct AccountContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The account that signed in, or nil.
    package var account: String?

    package init(source: Source) { coreContext = .init(source: source) }

    /// The largest receipt that was ever measured has 79 KB, which is 106 KB of base64.
    package var maxUploadSize: Int { 256 * 1024 }
}

/// Finds the account by the token in the `Authorization` header. Stands for whatever signs your customers in.
package struct BearerAccounts: RouterMiddleware {
    let account: @Sendable (String) -> String?

    package init(account: @escaping @Sendable (String) -> String?) { self.account = account }

    package func handle(
        _ request: Request, context: AccountContext,
        next: (Request, AccountContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let header = request.headers[.authorization], header.hasPrefix("Bearer ") {
            context.account = account(String(header.dropFirst("Bearer ".count)))
        }
        return try await next(request, context)
    }
}
