import Foundation
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

@Suite("receipt explain")
struct ExplainTests {
    private static let all = ErrorExplanation.sections.flatMap(\.explanations)

    @Test("Every code is explained, alone and among all")
    func complete() throws {
        let result = try Receipt.run(["explain"] + Self.all.map(\.code))
        #expect(result.status == 0)
        #expect(try Receipt.run(["explain"]).text == result.text)
        for explanation in Self.all {
            let parts = [explanation.code, "  " + explanation.meaning]
            let options = explanation.options.joined(separator: ", ")
            let rest = [
                "  class       " + (explanation.class.map { "\($0)" } ?? "none"),
                "  cause       " + explanation.usualCause,
                "  remedy      " + (explanation.remedy ?? explanation.remedyInTests ?? "none"),
                "  options     " + options,
                "  support     " + explanation.support,
            ]
            let text = (parts + rest.filter { !options.isEmpty || !$0.hasPrefix("  options") }).joined(separator: "\n")
            #expect(result.text.contains(text + "\n"), "\(explanation.code)")
        }
    }

    @Test(
        "An unknown code gets a suggestion",
        arguments: [
            ("chan.untrustedRoot", "No error has the code 'chan.untrustedRoot'. Did you mean 'chain.untrustedRoot'?"),
            ("x", "No error has the code 'x'."), ("\u{1B}[", "No error has the code '\\u{1b}['."),
        ])
    func unknown(_ code: String, _ message: String) throws {
        let result = try Receipt.run(["explain", code])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: \(message)\n"), "\(result.errors)")
    }

    @Test(
        "Errors have the remedy as hint, in JSON as in text, whatever the kind of evidence",
        arguments: ["receipts/refused-sandbox-in-production.receipt", "jws/sandbox.jws", "text:<html>", "missing"])
    func hint(_ name: String) throws {
        var files = ["root": try Fixtures.file("root.cer"), "jws-root": try Fixtures.file("jws-root.cer")]
        switch name {
        case "missing": break
        case "jws/sandbox.jws":
            files["x"] = Array(
                try TestAuthority.standard.sign(TestTransaction(.exampleSubscription, environment: .sandbox)).utf8)
        case _ where name.hasPrefix("text:"): files["x"] = Array(name.dropFirst(5).utf8)
        default: files["x"] = try Fixtures.file(name)
        }
        for command in ["verify", "ledger"] {
            let options = [
                command, "x", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root", "--trust-root",
                "jws-root",
            ]
            let error = try #require(try Receipt.run(options + ["--format", "json"], files: files).object["error"])
            let remedy = ErrorExplanation(code: try #require(error["code"]?.string))?.remedy
            #expect(remedy != nil && error["hint"]?.string == remedy)
            let lines = try Receipt.run(options, files: files).lines
            #expect(lines.contains("  remedy      " + (remedy ?? "")))
        }
    }

    @Test(
        "Words of Apple's and of the JSON are explained, with the codes for the same reason",
        arguments: [
            ("21002", "verifyReceipt", "input.base64"), ("21010", "verifyReceipt", ""),
            ("INVALID_CHAIN", "App Store Server Library", "chain.untrustedRoot"),
            ("RETRYABLE_VERIFICATION_FAILURE", "OCSP", ""), ("INVALID_ENVIRONMENT", "Library", "environment.mismatch"),
            ("revoked", "a reason for denied access", ""), ("revoked", "a state of a subscription", ""),
            ("billingRecovery", "missing evidence", ""), ("owned", "a state of granted access", ""),
            ("granted", "a state of access", ""), ("denied", "a state of access", ""),
            ("undetermined", "a state of access", ""),
        ])
    func words(_ word: String, _ source: String, _ code: String) throws {
        let result = try Receipt.run(["explain", word])
        #expect(result.status == 0)
        #expect(result.text.hasPrefix(word + "\n") && result.text.contains(source))
        #expect(code.isEmpty || result.text.contains(code))
    }

    @Test("Every status from 21000 to 21010, and every code that a word names, is there")
    func completeWords() throws {
        let words = (21_000...21_010).map(String.init) + WordExplanation.words
        #expect(try Receipt.run(["explain"] + words).status == 0)
        let known = Set(Self.all.map(\.code))
        for meaning in WordExplanation.words.flatMap(WordExplanation.all) {
            #expect(known.isSuperset(of: meaning.codes), "\(meaning.word)")
            #expect(meaning.meaning.hasSuffix("."))
        }
    }
}
