import Hummingbird
import ReceiptKit

/// An answer that says which rule was broken: `{"error":{"code":…,"message":…}}`.
package struct Refusal: HTTPResponseError, Equatable {
    package let status: HTTPResponse.Status
    package let code: String
    package let message: String

    /// What the library does not believe, under the library's code. The details are for your log.
    static func notBelieved(_ error: VerificationError) -> Refusal {
        Refusal(status: .unprocessableContent, code: error.code, message: "The evidence is refused.")
    }

    static func notOneLedger(_ error: LedgerError) -> Refusal {
        Refusal(status: .unprocessableContent, code: error.code, message: "The evidence does not belong together.")
    }

    static let notNotification = Refusal(
        status: .unprocessableContent, code: "notification.expected",
        message: "This takes App Store server notifications of version 2.")

    static let unreadableIdentifier = Refusal(
        status: .unprocessableContent, code: "purchase.identifier",
        message: "A transaction identifier in the evidence is none that a database can hold.")

    static func ownedByOtherAccount(_ purchase: String) -> Refusal {
        Refusal(
            status: .conflict, code: "purchase.ownedByOtherAccount",
            message: "Another account has purchase \(purchase). One original transaction belongs to one account.")
    }

    static func namesOtherAccount(_ purchase: String) -> Refusal {
        Refusal(
            status: .conflict, code: "purchase.namesOtherAccount",
            message: "The appAccountToken of purchase \(purchase) names another account.")
    }

    static let noSuchPurchase = Refusal(
        status: .notFound, code: "purchase.unknown", message: "No account has this purchase.")

    static let notAccount = Refusal(
        status: .badRequest, code: "account.malformed", message: "An account is named by a UUID.")

    static let notDate = Refusal(
        status: .badRequest, code: "date.malformed", message: "A date is written as 2024-05-01T12:00:00Z.")

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(
            ["error": ["code": code, "message": message]], from: request, context: context)
        response.status = status
        return response
    }
}
