import AppleVerifyReceipt
import Foundation
import ReceiptKit
import TestSupport
import Testing

/// Compares responses of Apple's server for real receipts with this library's.
@Suite("verifyReceipt: real answers", .enabled(if: Corpus.isAvailable))
struct CorpusPairTests {
    struct Pair: CustomTestStringConvertible, Sendable {
        let name: String
        let receipt: [UInt8]
        /// The file's text, which contains Apple's response with indentation.
        let text: String
        let bundleIdentifier: String
        var testDescription: String { name }
    }

    static let pairs: [Pair] = {
        guard let folder = Corpus.folder?.appendingPathComponent("verifyreceipt"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().filter { $0.contains("_request_status") }.compactMap { name in
            let receipt = Corpus.entries.first { $0.name.hasSuffix("-" + name.prefix(8)) }
            guard let receipt, let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            else { return nil }
            return Pair(
                name: name, receipt: receipt.bytes, text: text, bundleIdentifier: receipt.expected.bundleID)
        }
    }()

    @Test("The pairs are there")
    func complete() {
        #expect(Self.pairs.map(\.name.count).count == 6)
        #expect(Self.pairs.filter { $0.name.contains("status0") }.count == 4)
    }

    private func response(
        _ pair: Pair, _ environment: VerifyReceiptEndpoint.Environment, at now: Date
    ) -> String {
        let endpoint = VerifyReceiptEndpoint(
            policy: ReceiptPolicy(bundleIdentifier: pair.bundleIdentifier, device: .unchecked), sharedSecret: nil,
            environment: environment)
        let body = #"{"receipt-data":"\#(Data(pair.receipt).base64EncodedString())"}"#
        return String(decoding: endpoint.response(method: "POST", body: Array(body.utf8), at: now), as: UTF8.self)
    }

    @Test("The receipt is Apple's, byte for byte", arguments: pairs.filter { $0.name.contains("_request_status0_") })
    func receipt(_ pair: Pair) throws {
        // The response contains the time of the request.
        let milliseconds = try #require(
            pair.text.firstMatch(of: /"request_date_ms": "(\d+)"/).flatMap { Double($0.1) })
        let answer = response(pair, .sandbox, at: Date(timeIntervalSince1970: milliseconds / 1_000))
        var expected = try #require(Self.receiptMember(pair.text))
        // In 2016 Apple's server reported this trial as a regular period. The signed receipt and Apple's response of
        // 2018 are correct.
        if pair.name.hasPrefix("5e1e7e48"), let row = expected.range(of: #""transaction_id":"1000000248850692""#),
            let flag = expected.range(of: #""is_trial_period":"false""#, range: row.upperBound..<expected.endIndex),
            let end = expected.range(of: "}", range: row.upperBound..<expected.endIndex),
            flag.upperBound <= end.upperBound
        {
            expected.replaceSubrange(flag, with: #""is_trial_period":"true""#)
        }
        #expect(answer.hasPrefix("{\"status\":0, \"environment\":\"Sandbox\", \n\"receipt\":\(expected)"))
    }

    @Test("A sandbox receipt at production", arguments: pairs.filter { $0.name.contains("_request_status21007_") })
    func otherEnvironment(_ pair: Pair) {
        #expect(response(pair, .production, at: Date(timeIntervalSince1970: 1_767_225_600)) == #"{"status":21007}"#)
    }

    /// Returns the value of `receipt` with Apple's white space: the files are indented by one space per level.
    private static func receiptMember(_ text: String) -> String? {
        let lines = text.components(separatedBy: "\n")
        guard let first = lines.firstIndex(where: { $0 == "  \"receipt\": {" }),
            let last = lines[first...].firstIndex(where: { $0 == "  }" || $0 == "  }," })
        else { return nil }
        var out = "{"
        for line in lines[(first + 1)..<last] {
            var line = line.trimmingCharacters(in: .whitespaces)
            if let colon = line.range(of: #"": "#) { line.replaceSubrange(colon, with: #"":"#) }
            if line.hasPrefix(#""in_app""#) || line.hasPrefix("{") { out += "\n" }
            out += line + (line.hasSuffix(",") ? " " : "")
        }
        return out + "}"
    }
}
