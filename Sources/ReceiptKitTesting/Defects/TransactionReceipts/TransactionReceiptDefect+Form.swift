/// Defects of the form: of the two property lists and of the parts of the signature.
extension TransactionReceiptDefect {
    private static func text(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (String) -> String
    ) -> Self {
        Self(name, summary, .form, .text) { $0.text = change($0.text) }
    }

    private static func list(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TestPropertyList) -> Void
    ) -> Self {
        Self(name, summary, .form, .list) { change(&$0.list) }
    }

    private static func purchaseInfo(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TestPropertyList) -> Void
    ) -> Self {
        Self(name, summary, .form, .unsigned) { change(&$0.purchaseInfo) }
    }

    private static func blob(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TestTransactionReceiptSignature) -> Void
    ) -> Self {
        Self(name, summary, .form, .signed) { change(&$0.signature) }
    }

    private static func replacing(_ part: String, with other: String, in text: String) -> String {
        guard let place = text.indices.first(where: { text[$0...].hasPrefix(part) }) else { return text }
        return text[..<place] + other + text[place...].dropFirst(part.count)
    }

    static let lists: [Self] = [
        list("carriage-returns", "Lines end with carriage return and line feed.") { $0.newline = "\r\n" },
        list("two-tabs", "Two tabs precede each pair.") { $0.indentation = "\t\t" },
        list("two-newlines", "Two newlines follow the list.") { $0.ending = "\n\n" },
        list("trailing-text", "A space follows the list.") { $0.ending = " " },
        text("comment", "A comment precedes the first pair.") {
            "{\n/* */" + $0.dropFirst(2)
        },
        text("unquoted-key", "A key has no quotes.") { replacing("\"pod\"", with: "pod", in: $0) },
        text("unspaced", "There is no space around an equals sign.") {
            replacing("\"pod\" = ", with: "\"pod\"=", in: $0)
        },
        text("unclosed", "The closing brace is missing.") { String($0.dropLast()) },
        list("escape", "A value has an escape.") { $0.set("pod", "1\\060") },
        list("control-character", "A value has a control character.") { $0.set("pod", "1\u{1}") },
        list("repeated-key", "The environment occurs twice.") {
            $0.pairs += [TestPropertyList.Pair("environment", "Sandbox"), .init("environment", "Production")]
        },
        list("many-pairs", "There are 300 pairs.") { list in
            list.pairs += (0..<300).map { TestPropertyList.Pair("key-\($0)", "") }
        },
        list("signature-missing", "There is no signature.") { $0.set("signature", nil) },
        list("purchase-info-missing", "There is no purchase-info.") { $0.set("purchase-info", nil) },
        list("signature-empty", "The signature is empty.") { $0.set("signature", "") },
        list("signature-unpadded", "The signature's base64 has no padding.") {
            $0.set("signature", $0["signature"].map { String($0.prefix { $0 != "=" }) + "A" })
        },
        list("signature-other-alphabet", "The signature's base64 has a character of the URL alphabet.") {
            $0.set("signature", $0["signature"].map { "_" + $0.dropFirst() })
        },
    ]

    static let purchaseInfos: [Self] = [
        purchaseInfo("inner-carriage-returns", "Lines of purchase-info end with carriage return and line feed.") {
            $0.newline = "\r\n"
        },
        purchaseInfo("inner-escape", "A value in purchase-info has an escape.") { $0.set("item-id", "\\061") },
        purchaseInfo("inner-repeated-key", "The product occurs twice in purchase-info.") {
            $0.pairs.append(TestPropertyList.Pair("product-id", "com.example.gold"))
        },
        purchaseInfo("inner-trailing-text", "A second list follows purchase-info.") { $0.ending = "{\n}" },
        purchaseInfo("purchase-date-missing", "There is no purchase-date-ms.") { $0.set("purchase-date-ms", nil) },
        purchaseInfo("purchase-date-malformed", "purchase-date-ms is not a number.") {
            $0.set("purchase-date-ms", "+1700509559001")
        },
    ]

    static let blobs: [Self] = [
        blob("version-1", "The signature claims version 1.") { $0.version = 1 },
        blob("version-5", "The signature claims version 5.") { $0.version = 5 },
        blob("relabelled-as-2", "The signature claims version 2.") { $0.version = 2 },
        blob("length-short", "The certificate is longer than its length says.") {
            $0.announcedLength = UInt32(truncatingIfNeeded: $0.certificate.count &- 1)
        },
        blob("length-long", "The certificate is shorter than its length says.") {
            $0.announcedLength = UInt32(truncatingIfNeeded: $0.certificate.count &+ 1)
        },
        blob("length-zero", "The certificate's length is given as 0.") { $0.announcedLength = 0 },
        blob("length-huge", "The certificate's length is given as 4 GiB.") { $0.announcedLength = .max },
        blob("trailing-bytes", "Bytes follow the certificate.") { $0.trailingBytes = [0] },
        blob("certificate-missing", "The signature ends before the field with the certificate's length.") {
            $0.certificate = []
            $0.signature.removeLast()
        },
        blob("certificate-large", "The certificate has more than 8 KiB.") {
            $0.certificate += [UInt8](repeating: 0, count: 8 << 10)
        },
    ]
}
