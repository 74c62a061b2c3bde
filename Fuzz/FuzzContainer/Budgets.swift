import FuzzSupport
import ReceiptFields
import ReceiptKit

/// A lower limit must cause its own error, or change nothing.
enum Budgets {
    /// Tests one limit. The input decides which limit, and how low it is. Testing all limits would cost more than all
    /// other checks.
    static func check(_ input: [UInt8], _ result: Result<UnverifiedReceipt, FormatError>, _ number: Int) {
        var limits = ReceiptLimits()
        switch number % 5 {
        case 0:
            limits.maximumInputSize = input.count
            require(outcome(input, limits) == outcome(result), "the limit of the size is not exact")
            if input.isEmpty { return }
            limits.maximumInputSize -= 1
            let expected = FormatError(.limitExceeded(.input, allowed: input.count - 1), offset: 0)
            require(outcome(input, limits) == .failure(expected), "one byte too many")
        case 1:
            limits.maximumElements = number / 5 % 150
            same(input, limits, .elements, result)
        case 2:
            limits.maximumDepth = number / 5 % 12
            same(input, limits, .depth, result)
        case 3:
            limits.maximumCertificates = number / 5 % 4
            same(input, limits, .certificates, result)
        default:
            guard case .success(let receipt) = result, let largest = receipt.certificates.map(\.count).max() else {
                return
            }
            limits.maximumCertificateSize = largest - 1
            require(outcome(input, limits)?.code == "limit.certificateSize", "a certificate of \(largest) bytes")
        }
    }

    private static func same(
        _ input: [UInt8], _ limits: ReceiptLimits, _ limit: FormatError.Limit,
        _ result: Result<UnverifiedReceipt, FormatError>
    ) {
        let limited = outcome(input, limits)
        if limited == outcome(result) { return }
        require(
            limited?.code == limit.words.code.name, "\(String(describing: limited)) with a lower limit of \(limit)")
    }

    private struct Outcome: Equatable {
        let error: FormatError?
        let content: ArraySlice<UInt8>?
        let certificates: [[UInt8]]
        var code: String? { error?.code }

        static func failure(_ error: FormatError) -> Self { Outcome(error: error, content: nil, certificates: []) }
    }

    private static func outcome(_ input: [UInt8], _ limits: ReceiptLimits) -> Outcome? {
        outcome(attempt { () throws(FormatError) in try UnverifiedReceipt(input, limits: limits) })
    }

    private static func outcome(_ result: Result<UnverifiedReceipt, FormatError>) -> Outcome? {
        switch result {
        case .failure(let error): .failure(error)
        case .success(let receipt):
            Outcome(error: nil, content: receipt.content, certificates: receipt.certificates)
        }
    }
}
