import ReceiptFields
import ReceiptInspection
import ReceiptKit
import VerifyReceipt

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `--format verify-receipt`: what Apple's verifyReceipt would answer for each file, a receipt or a request that was kept.
struct VerifyReceiptAnswers {
    private let endpoint: VerifyReceiptEndpoint
    private let limits: ReceiptLimits
    private let time: Date

    /// As sandbox answered, where that alone is accepted, else as production.
    init(policy: ReceiptPolicy, time: Date) {
        let environments = Set(policy.environments.map(\.normalized))
        endpoint = VerifyReceiptEndpoint(
            policy: policy, sharedSecret: nil, environment: environments == [.sandbox] ? .sandbox : .production)
        limits = policy.limits
        self.time = time
    }

    func write(_ file: String) throws -> Outcome {
        let contents: [UInt8]
        do throws(UnreadableFile) {
            contents = try BoundedRead.file(file, limit: ReceiptFile.maximumSize(limits))
        } catch {
            StandardError.write("receipt: \(error)")
            return .unreadable
        }
        let answer = endpoint.answer(method: "POST", body: request(contents), at: time)
        try StandardOutput.write(answer.body + [UInt8(ascii: "\n")])
        return answer.status == 0 ? .good : .refused
    }

    /// The contents where they are a request already. What is no receipt in any form makes one that is malformed.
    private func request(_ contents: [UInt8]) -> [UInt8] {
        do throws(FormatError) {
            let receipt = try ReceiptFile.receipt(in: contents, limits: limits)
            if receipt.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "{") { return receipt }
            return Array(#"{"receipt-data":"\#(Data(receipt).base64EncodedString())"}"#.utf8)
        } catch {
            return []
        }
    }
}
