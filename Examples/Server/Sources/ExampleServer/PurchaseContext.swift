import Foundation
import Hummingbird

/// Reads requests and encodes responses.
package struct PurchaseContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = .init(source: source) }

    /// The largest known receipt has 79 KB, which is 106 KB in base64.
    package var maxUploadSize: Int { 256 * 1024 }

    package var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Returns the account in the path. Your sign-in has to make sure that
    /// the account sent the request.
    func account() throws -> UUID {
        guard let name = parameters.get("account"), let account = UUID(uuidString: name) else {
            throw Rejection.notAccount
        }
        return account
    }

    func body(of request: Request) async throws -> [UInt8] {
        Array(buffer: try await request.body.collect(upTo: maxUploadSize))
    }

    /// Returns the date in the query, in UTC to the second, or nil if the
    /// query has none.
    func date(_ text: Substring?) throws -> Date? {
        guard let text else { return nil }
        guard text.utf8.count == 20 else { throw Rejection.notDate }
        let date: Date
        do { date = try Date(String(text), strategy: .iso8601) } catch { throw Rejection.notDate }
        // Foundation reads 31 June as 1 July, and accepts other formats
        // too.
        guard date.formatted(.iso8601) == text else { throw Rejection.notDate }
        return date
    }
}
