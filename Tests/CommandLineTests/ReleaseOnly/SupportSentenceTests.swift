import ReceiptReports
import Testing

/// Tests the sentences for the customer's support.
@Suite("Sentences for support")
struct SupportSentenceTests {
    private static let all = ErrorExplanation.sections.flatMap(\.explanations)

    /// The beginning of a sentence, and codes that use it.
    private static let rows: [(beginning: String, codes: [String])] = [
        ("No evidence of a purchase arrived:", ["input.empty", "evidence.empty", "ledger.noEvidence"]),
        (
            "The server was busy or the connection slow,",
            ["server.queue", "server.memory", "head.tooSlow", "body.tooSlow", "body.incomplete"]
        ),
        (
            "The evidence was damaged or altered on its way:",
            [
                "input.base64", "der.truncated", "der.tag", "jws.format", "jws.signature", "json.syntax",
                "propertyList.syntax", "signature.invalid", "transactionReceipt.version",
            ]
        ),
        (
            "Apple signs no evidence like this, unless our settings are wrong:",
            [
                "limit.depth", "container.severalSigners", "signer.certificateMissing", "algorithm.sha1",
                "chain.untrustedRoot", "chain.signature", "jws.algorithm", "jws.header", "jws.certificates",
                "json.repeatedMember", "propertyList.repeatedKey", "attribute.date",
                "environment.contradicted",
            ]
        ),
        (
            "The evidence is for another app:",
            ["bundleIdentifier.mismatch", "appAppleID.mismatch", "ledger.bundleIdentifier"]
        ),
        (
            "The purchase was made in another environment than our server accepts:",
            ["environment.mismatch", "ledger.environment"]
        ),
        (
            "The evidence is older than our settings accept, or for another device:",
            ["environment.unsigned", "maximumAge.unanswered", "date.tooOld", "appVersion.mismatch", "device.mismatch"]
        ),
        ("An organization bought the app for the customer,", ["date.expired"]),
        ("The input isn't evidence:", ["input.notReceipt"]),
        (
            "The customer isn't at fault and doesn't need to buy again:",
            [
                "input.jws", "file.unreadable", "limit.input", "limit.evidence", "payload.missing",
                "payload.malformed", "attribute.missing", "attribute.empty",
                "payload.kind", "appAppleID.missing", "appVersion.unanswered", "date.future",
                "device.identifierMissing",
                "device.verificationMissing", "renewalInfo.unbound", "evidence.disagreement", "ledger.trustAnchor",
                "line.missingKey", "request.unknownMember", "trustAnchor.key", "policy.environmentMissing",
                "route.unknown", "method.notAllowed", "head.tooLarge", "body.tooLarge",
            ]
        ),
    ]

    @Test("Each code has the sentence of its class", arguments: rows)
    func classes(_ row: (beginning: String, codes: [String])) {
        for code in row.codes {
            #expect(ErrorExplanation(code: code)?.support.hasPrefix(row.beginning) == true, "\(code)")
        }
    }

    @Test("There are as many sentences as classes, each one sentence on one line")
    func sentences() {
        let sentences = Set(Self.all.map(\.support))
        #expect(sentences.count == Self.rows.count)
        for sentence in sentences {
            #expect(sentence.hasSuffix(".") && !sentence.dropLast().contains(". ") && !sentence.contains("\n"))
        }
    }
}
