import AppleVerifyReceipt
import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// `--format verify-receipt`: what Apple's verifyReceipt would answer for each file, a receipt or a request that was kept.
struct VerifyReceiptAnswers {
    private let endpoint: VerifyReceiptEndpoint
    private let verifier: ReceiptVerifier
    private let time: Date

    /// As the sandbox's server answered, if the policy accepts the sandbox alone, else as production's.
    init(policy: ReceiptPolicy, time: Date) {
        endpoint = VerifyReceiptEndpoint(
            policy: policy, sharedSecret: nil, environment: .init(for: policy.environments))
        verifier = ReceiptVerifier(policy: policy)
        self.time = time
    }

    private var limits: ReceiptLimits { verifier.policy.limits }

    /// What is answered to one file.
    struct FileAnswer: Answering, Sendable {
        let file: String
        let answer: Answer
        /// The answer, or nothing where the file cannot be read.
        fileprivate let body: [UInt8]
        /// What standard error says for people: the answer has a number, and nothing else.
        fileprivate let note: String?

        func write() throws {
            if let note { StandardError.write("receipt: \(note)") }
            if !body.isEmpty { try StandardOutput.write(body + [Newline.byte]) }
        }
    }

    func answer(to name: FileName) -> FileAnswer {
        let file = name.description
        let contents: [UInt8]
        do throws(UnreadableFile) {
            contents = try BoundedRead.file(name, limit: EvidenceFile.maximumSize(limits))
        } catch {
            return FileAnswer(file: file, answer: .unreadable(error.code), body: [], note: "\(error)")
        }
        let answer = endpoint.answer(method: "POST", body: request(contents), at: time)
        if answer.isVerified { return FileAnswer(file: file, answer: .verified, body: answer.body, note: nil) }
        let hint = RefusalHint.text(contents, limits: limits).map { "\(Printable.text(file)): \($0)" }
        // The status alone doesn't tell a forgery from what is no evidence.
        let verdict = EvidenceVerdict(of: contents, by: verifier, at: time)
        let code = answer.error?.code ?? verdict.error?.code ?? "\(answer.status)"
        return FileAnswer(
            file: file, answer: verdict.word == "unreadable" ? .unreadable(code) : .refused(code), body: answer.body,
            note: hint)
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
            _ = try UnverifiedTransactionReceipt(text, limits: limits)
            return true
        } catch { return false }
    }

    private static func request(base64: String) -> [UInt8] { Array(#"{"receipt-data":"\#(base64)"}"#.utf8) }
}
