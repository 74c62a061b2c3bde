import Hummingbird

/// The JSON of an error: `{"error":{"code":…,"message":…}}`.
package struct Rejection: HTTPResponseError, Equatable {
    package let status: HTTPResponse.Status
    package let code: String
    package let message: String

    /// The same response for all evidence that fails verification. The log
    /// says which check failed, under the request's identifier; a forger
    /// could use that information.
    static let evidence = Rejection(
        status: .unprocessableContent, code: "evidence.rejected", message: "The evidence is rejected.")

    /// This reveals nothing to forgers: only evidence that Apple signed
    /// gets this response.
    static let sandbox = Rejection(
        status: .forbidden, code: "evidence.sandbox",
        message: "The account isn't on the list of those that may use sandbox purchases, which cost nothing.")

    static func ownedByOtherAccount(_ identifier: String) -> Rejection {
        Rejection(
            status: .conflict, code: "purchase.ownedByOtherAccount",
            message: "Another account has \(identifier), and only one can have it.")
    }

    static let noSuchPurchase = Rejection(
        status: .notFound, code: "purchase.unknown", message: "No account has this purchase.")

    static let notAccount = Rejection(
        status: .badRequest, code: "account.malformed", message: "The account in the path isn't a UUID.")

    static let notDate = Rejection(
        status: .badRequest, code: "date.malformed",
        message: "The date isn't in UTC to the second, such as 2024-05-01T12:00:00Z.")

    static let noProducts = Rejection(
        status: .badRequest, code: "products.missing",
        message: "Name the products, such as ?products=com.example.monthly,com.example.yearly.")

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(
            ["error": ["code": code, "message": message]], from: request, context: context)
        response.status = status
        return response
    }
}
