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
            switch try EvidenceFile(contents, limits: limits) {
            case .receipt(let receipt): return Self.request(base64: Data(receipt).base64EncodedString())
            case .text(let text) where text.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "{"):
                return isTransactionReceipt(text) ? Self.request(base64: Data(text).base64EncodedString()) : text
            case .text(let text):
                return Self.request(
                    base64: String(decoding: text.filter { !WhiteSpace.contains($0) }, as: UTF8.self))
            }
        } catch {
            return []
        }
    }

    /// Whether it is a property list with all that a transaction receipt has. All else with a brace is a request, or is none.
    private func isTransactionReceipt(_ text: [UInt8]) -> Bool {
        do throws(FormatError) {
            _ = try SignedTransactionReceipt(text, limits: limits)
            return true
        } catch { return false }
    }

    private static func request(base64: String) -> [UInt8] { Array(#"{"receipt-data":"\#(base64)"}"#.utf8) }
}
