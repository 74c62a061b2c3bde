import AppleVerifyReceipt
import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Creates `--format verify-receipt`: the response that Apple's verifyReceipt would give for each file, a receipt or a
/// stored request.
struct VerifyReceiptAnswers {
    private let endpoint: VerifyReceiptEndpoint
    private let verifier: ReceiptVerifier
    private let time: Date

    /// Responds like the sandbox server if the policy accepts only the sandbox, and otherwise like production.
    init(policy: ReceiptPolicy, time: Date) {
        endpoint = VerifyReceiptEndpoint(
            policy: policy, sharedSecret: nil, environment: .init(for: policy.environments))
        verifier = ReceiptVerifier(policy: policy)
        self.time = time
    }

    private var limits: ReceiptLimits { verifier.policy.limits }

    /// The response to one file.
    struct FileAnswer: Answering, Sendable {
        let file: String
        let answer: Answer
        /// The response, or nothing if the file can't be read.
        fileprivate let body: [UInt8]
        /// The note for standard error. The response itself has only a status number.
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
        let hint = RefusalHint.text(contents, limits: limits).map { "\(SafeText.printable(file)): \($0)" }
        // The status alone doesn't distinguish a forgery from contents that aren't evidence.
        let verdict = EvidenceVerdict(of: contents, by: verifier, at: time)
        let code = answer.error?.code ?? verdict.error?.code ?? "\(answer.status)"
        return FileAnswer(
            file: file, answer: verdict.word == "unreadable" ? .unreadable(code) : .refused(code), body: answer.body,
            note: hint)
    }

    /// Returns the contents if they are already a request. Otherwise wraps them in a request; if the contents aren't a receipt, that
    /// request is malformed.
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

    /// True if the contents are a property list with all members of a transaction receipt. Other contents with a brace
    /// are a request, or malformed.
    private func isTransactionReceipt(_ text: [UInt8]) -> Bool {
        do throws(FormatError) {
            _ = try UnverifiedTransactionReceipt(text, limits: limits)
            return true
        } catch { return false }
    }

    private static func request(base64: String) -> [UInt8] { Array(#"{"receipt-data":"\#(base64)"}"#.utf8) }
}
