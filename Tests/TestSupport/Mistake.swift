import Foundation
import Testing

/// Input that people send by mistake, with the words that an error must and must not contain, at every entry point.
package struct Mistake: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let bytes: [UInt8]
    package let code: String
    package let `class`: String
    /// Words of the message or the remedy.
    package let says: [String]
    package let neverSays: [String]

    private init(
        _ name: String, _ bytes: [UInt8], _ code: String, _ class: String, _ says: [String], never: [String] = []
    ) {
        testDescription = name
        self.bytes = bytes
        self.code = code
        self.class = `class`
        self.says = says
        neverSays = never
    }

    private init(
        _ name: String, _ text: String, _ code: String, _ class: String, _ says: [String], never: [String] = []
    ) {
        self.init(name, Array(text.utf8), code, `class`, says, never: never)
    }

    /// True if the bytes are text without a line break, so that they can be a line or a JSON string.
    package var isLine: Bool {
        !bytes.contains(UInt8(ascii: "\n")) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Every mistake.
    package static func all() throws -> [Mistake] {
        let jws = String(decoding: try Fixtures.file("jws/trial.jws"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let receipt = try Fixtures.file("receipts/production.receipt")
        let base64 = Data(receipt).base64EncodedString()
        let list = String(decoding: try Fixtures.file("transaction-receipt.plist"), as: UTF8.self)
        return wrapped(jws, base64, list) + withoutEvidence() + spoilt(jws, receipt)
            + (try foreign()) + (try alone(receipt, list)) + inLists(jws)
    }

    // MARK: In another member

    private static func wrapped(_ jws: String, _ receipt: String, _ list: String) -> [Mistake] {
        let old = Data(list.utf8).base64EncodedString()
        let storeKit2 = #"""
            {"environment":"production","subscription_status_by_group_id":{"1":[{"renewal_info":"\#(jws)"}]},"transactions":["\#(jws)"]}
            """#
        let table: [(name: String, json: String, says: [String])] = [
            (
                "Unity's receipt", #"{"Store":"AppleAppStore","TransactionID":"2000000","Payload":"\#(receipt)"}"#,
                ["Payload", "Unity", "an app receipt in base64"]
            ),
            (
                "Unity's receipt in a string",
                #"{"receipt_data":"{\"Store\":\"AppleAppStore\",\"Payload\":\"\#(receipt)\"}"}"#,
                ["receipt_data.Payload", "Unity"]
            ),
            (
                "a purchase of react-native-iap", #"{"productId":"a","transactionReceipt":"\#(receipt)"}"#,
                ["transactionReceipt", "react-native-iap"]
            ),
            (
                "a purchase of expo-iap", #"{"productId":"a","transactionId":"1","jwsRepresentationIos":"\#(jws)"}"#,
                ["jwsRepresentationIos", "expo-iap", "a JWS"]
            ),
            (
                "a purchase of cordova-plugin-purchase",
                #"{"id":"a","transaction":{"type":"ios-appstore","appStoreReceipt":"\#(receipt)"}}"#,
                ["transaction.appStoreReceipt", "cordova-plugin-purchase"]
            ),
            (
                "a purchase of a Capacitor plugin", #"{"transactionId":"1","jwsRepresentation":"\#(jws)"}"#,
                ["jwsRepresentation", "Capacitor"]
            ),
            ("RevenueCat's StoreKit2Receipt", storeKit2, ["transactions[0]", "RevenueCat", "a JWS"]),
            (
                "RevenueCat's request", #"{"fetch_token":"\#(Data(storeKit2.utf8).base64EncodedString())"}"#,
                ["fetch_token.transactions[0]", "RevenueCat"]
            ),
            ("a property list in a member", #"{"old":"\#(old)"}"#, ["old", "an iOS 6 transaction receipt"]),
            ("a member with a strange name", #"{"a b\u001b":"\#(jws)"}"#, [#""a b\x1b""#]),
            (
                "a notification that was decoded around its JWS",
                #"{"notificationType":"TEST","data":{"signedRenewalInfo":"\#(jws)","signedTransactionInfo":"\#(jws)"}}"#,
                ["data.signedTransactionInfo"]
            ),
        ]
        let never = ["empty pages", "decoded;"]
        return table.map { Mistake($0.name, $0.json, "evidence.empty", "unsupported", $0.says, never: never) } + [
            Mistake(
                "RevenueCat's StoreKit2Receipt in base64", Data(storeKit2.utf8).base64EncodedString(), "evidence.empty",
                "unsupported", ["The base64 is of JSON", "transactions[0]"], never: ["three parts"]),
            Mistake(
                "a list of JWS", #"["\#(jws)"]"#, "json.shape", "unsupported",
                ["found an array", "[0] looks like a JWS"]),
            Mistake(
                "a JWS where a list is expected", #"{"signedTransactions":"\#(jws)"}"#, "json.shape", "unsupported",
                ["Expected an array in signedTransactions", "looks like a JWS"]),
            Mistake(
                "a wrapped receipt where a text is expected", #"{"receipt-data":{"Payload":"\#(receipt)"}}"#,
                "json.shape",
                "unsupported", ["found an object", "receipt-data.Payload"]),
        ]
    }

    // MARK: Not evidence

    private static func withoutEvidence() -> [Mistake] {
        let never = ["empty pages"]
        return [
            Mistake(
                "an error of the App Store Server API",
                #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
                "evidence.empty", "notEvidence", ["App Store Server API", "4040010"], never: never),
            Mistake(
                "a status of verifyReceipt", #"{"status":21002}"#, "evidence.empty", "notEvidence",
                ["verifyReceipt", "21002"], never: never),
            Mistake(
                "a purchase of Google Play",
                #"{"orderId":"GPA.1","packageName":"a","productId":"b","purchaseToken":"c"}"#, "evidence.empty",
                "notEvidence", ["Google Play"], never: never),
            Mistake(
                "Unity's receipt of Google Play", #"{"Store":"GooglePlay","Payload":"{\"json\":\"{}\"}"}"#,
                "evidence.empty",
                "notEvidence", ["Google Play"], never: never),
            Mistake(
                "a purchase of Amazon's", #"{"receiptId":"a","userId":"b","productType":"SUBSCRIPTION"}"#,
                "evidence.empty",
                "notEvidence", ["Amazon"], never: never),
            Mistake(
                "a transaction identifier", "2000000123456789", "input.notReceipt", "notEvidence",
                ["a transaction identifier", "proves nothing"], never: ["unknown bytes"]),
            Mistake(
                "a transaction identifier in quotation marks", "\"2000000123456789\"", "input.notReceipt",
                "notEvidence",
                ["a transaction identifier"]),
            Mistake(
                "a transaction identifier in place of a JWS", #"{"signedTransactionInfo":"2000000123456789"}"#,
                "input.notReceipt", "notEvidence", ["a transaction identifier"], never: ["three parts"]),
            Mistake(
                "an external purchase token of a client",
                url(#"{"appAppleId":1,"bundleId":"a","tokenCreationDate":1,"externalPurchaseId":"u"}"#),
                "input.notReceipt",
                "notEvidence", ["an external purchase token"], never: ["three parts"]),
            Mistake(
                "an empty archive", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), "input.notReceipt",
                "notEvidence", ["a ZIP archive"], never: ["unknown bytes"]),
        ]
    }

    // MARK: Damaged in transit

    private static func spoilt(_ jws: String, _ receipt: [UInt8]) -> [Mistake] {
        let never = ["property list", "length on both sides"]
        let form =
            Array("--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + receipt + Array("\r\n--X--".utf8)
        let lines = stride(from: 0, to: jws.count, by: 76).map { String(jws.dropFirst($0).prefix(76)) }
        let table: [Mistake] = [
            Mistake(
                "JSON with single quotes", "{'signedPayload': '\(jws)'}", "json.syntax", "damaged",
                ["single", "json.dumps"],
                never: never),
            Mistake(
                "JSON that was escaped once too often", #"{\"signedPayload\":\"\#(jws)\"}"#, "json.syntax", "damaged",
                ["backslash", "once too often"], never: never),
            Mistake(
                "JSON in curly quotes", "{“signedPayload”:“\(jws)”}", "json.syntax", "damaged", ["curly"], never: never),
            Mistake("a JWS in curly quotes", "“\(jws)”", "input.quoted", "damaged", ["curly"]),
            Mistake(
                "a JWS that was broken once", jws.prefix(76) + "\n" + jws.dropFirst(76), "input.base64", "damaged",
                ["broken by a space or a line break", "on one line"], never: ["is evidence by itself", "--batch"]),
            Mistake(
                "a JWS that an e-mail broke", lines.joined(separator: "\r\n"), "input.base64", "damaged",
                ["broken by a space or a line break", "on one line"], never: ["is evidence by itself", "--batch"]),
            Mistake(
                "gzip", [0x1F, 0x8B, 8, 0] + receipt, "input.notReceipt", "notEvidence", ["gzip", "Decompress"],
                never: ["unknown bytes"]),
            Mistake(
                "a field of a form", "jws=\(jws)", "input.notReceipt", "notEvidence",
                ["a field of a form", "only the field's value"], never: ["Not base64"]),
            Mistake("a form with files", form, "input.notReceipt", "notEvidence", ["a multipart form"], never: ["PEM"]),
        ]
        let descriptions = [
            "{length = 4532, bytes = 0x30820bb1 06092a86 4886f70d 010702a0 ... 3f0e}", "<308006092a864886>",
            "<308006…>",
            "<30820bb1 06092a86 ... 3f0e>", "4532 bytes",
        ]
        return table
            + descriptions.map { text in
                Mistake(
                    "the description \(text.prefix(16))", text, "input.hex", "damaged", [],
                    never: ["property list", "HTML"])
            }
    }

    // MARK: Other people's evidence

    private static func foreign() throws -> [Mistake] {
        func token(_ header: String, _ payload: String) -> String {
            [header, payload, String(repeating: "x", count: 64)].map(url).joined(separator: ".")
        }
        let certificate = Data(try Fixtures.file("untrusted-root.cer")).base64EncodedString()
        let never = ["trust its root", "Xcode", "refresh"]
        let chain = Array(repeating: "\"\(certificate)\"", count: 3).joined(separator: ",")
        return [
            Mistake(
                "a token for Apple's API", token(#"{"alg":"ES256","kid":"A"}"#, #"{"aud":"appstoreconnect-v1"}"#),
                "jws.certificates", "notEvidence", ["no x5c", "token"], never: never),
            Mistake(
                "a token of another service", token(#"{"alg":"RS256","kid":"A"}"#, #"{"iss":"a"}"#), "jws.certificates",
                "notEvidence", ["no x5c"], never: never),
            Mistake(
                "a JWS with certificates of another service",
                token(#"{"alg":"ES256","x5c":[\#(chain)]}"#, #"{"transactionId":"1","signedDate":1700000000000}"#),
                "jws.certificates", "untrusted", ["none of Apple's certificates"], never: never),
        ]
    }

    private static func alone(_ receipt: [UInt8], _ list: String) throws -> [Mistake] {
        let start = list.components(separatedBy: "\"purchase-info\" = \"").last ?? ""
        let info = start.prefix { $0 != "\"" }
        let decoded = Array(Data(base64Encoded: String(info)) ?? Data())
        let set = SampleSet.receipt.encoding
        return [
            Mistake(
                "purchase-info in base64", String(info), "input.decoded", "notEvidence",
                ["purchase-info", "signature"],
                never: ["A required member"]),
            Mistake(
                "purchase-info", decoded, "input.decoded", "notEvidence", ["purchase-info", "signature"],
                never: ["A required member"]),
            Mistake(
                "the content of a receipt", set, "input.decoded", "notEvidence",
                ["the content of an app receipt", "signature"],
                never: ["unknown bytes"]),
        ]
    }

    // MARK: In lists

    private static func inLists(_ jws: String) -> [Mistake] {
        let damaged = jws.dropLast(5) + "AAAAA"
        return [
            Mistake(
                "a damaged element of a page", #"{"signedTransactions":["\#(jws)","\#(damaged)"]}"#,
                "signature.invalid",
                "damaged", ["(in signedTransactions[1])"]),
            Mistake(
                "a damaged element of subscription statuses",
                #"{"data":[{"lastTransactions":[{"signedTransactionInfo":"\#(jws)"},{"signedTransactionInfo":"\#(damaged)"}]}]}"#,
                "signature.invalid", "damaged", ["(in data[0].lastTransactions[1])"]),
            Mistake(
                "a damaged element of a history of notifications",
                #"{"notificationHistory":[{"signedPayload":"a.b"}]}"#,
                "jws.format", "damaged", ["in notificationHistory[0]"]),
            Mistake(
                "a damaged element of a list", #"{"evidence":["\#(jws)","\#(damaged)"]}"#, "signature.invalid",
                "damaged",
                ["(in evidence[1])"]),
        ]
    }

    private static func url(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
