import HTTPTypes
import Hummingbird

/// Adds the request's identifier, under which Hummingbird logs the request,
/// to each response, and hides internal errors: the client gets 500, the
/// log has the error.
package struct RequestLog: RouterMiddleware {
    static let identifier = HTTPField.Name("X-Request-ID")

    package init() {}

    package func handle(
        _ request: Request, context: PurchaseContext,
        next: (Request, PurchaseContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch {
            context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            response = try HTTPError(.internalServerError).response(from: request, context: context)
        }
        if let name = Self.identifier { response.headers[name] = context.id }
        return response
    }
}
