import Foundation
import Hummingbird

/// What a request is read with.
package struct PurchaseContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = .init(source: source) }

    /// The largest receipt that was ever measured has 79 KB, which is 106 KB of base64.
    package var maxUploadSize: Int { 256 * 1024 }

    package var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The account in the path. That the request comes from it, your sign-in has to say.
    func account() throws -> UUID {
        guard let name = parameters.get("account"), let account = UUID(uuidString: name) else {
            throw Refusal.notAccount
        }
        return account
    }

    func body(of request: Request) async throws -> [UInt8] {
        Array(buffer: try await request.body.collect(upTo: maxUploadSize))
    }

    /// A date from the query, in UTC to the second; nil if there is none.
    func date(_ text: Substring?) throws -> Date? {
        guard let text else { return nil }
        guard text.utf8.count == 20 else { throw Refusal.notDate }
        let date: Date
        do { date = try Date(String(text), strategy: .iso8601) } catch { throw Refusal.notDate }
        // Foundation takes 31 June for 1 July, and other forms too.
        guard date.formatted(.iso8601) == text else { throw Refusal.notDate }
        return date
    }
}

/// What happened that no answer tells of goes to the log, and the client gets 500: nothing was acknowledged.
package struct FailureLog: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: PurchaseContext,
        next: (Request, PurchaseContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as any HTTPResponseError { throw error } catch {
            context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            throw HTTPError(.internalServerError)
        }
    }
}
