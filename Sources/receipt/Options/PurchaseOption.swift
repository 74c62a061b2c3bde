import ArgumentParser
import ReceiptEssentials
import ReceiptKitTesting

/// A purchase as JSON.
enum PurchaseOption {
    @Sendable static func purchase(_ argument: String) throws -> TestPurchase {
        do {
            return try JSONDecoder().decode(TestPurchase.self, from: Data(argument.utf8))
        } catch let error as DecodingError {
            throw ValidationError(reason(error))
        }
    }

    /// Returns a message with the problem and its field, without the type names that the error's own description
    /// contains.
    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "not a JSON object: \(context.debugDescription)"
                : (context.codingPath.map(\.stringValue) + [context.debugDescription]).joined(separator: ": ")
        @unknown default: "\(error)"
        }
    }
}
