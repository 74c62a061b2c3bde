import ReceiptFields
import ReceiptInspection
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verdict on one file.
struct VerificationReport: Report {
    enum Verdict {
        case verified(VerifiedReceipt)
        case refused(VerificationError)
        case unreadable(UnreadableFile)
    }

    let file: String
    let verdict: Verdict

    init(file: String, verifier: ReceiptVerifier, time: Date) {
        self.file = file
        verdict = Self.verdict(file, verifier, time)
    }

    private static func verdict(_ file: String, _ verifier: ReceiptVerifier, _ time: Date) -> Verdict {
        let limits = verifier.policy.limits
        let contents: [UInt8]
        do throws(UnreadableFile) {
            contents = try BoundedRead.file(file, limit: ReceiptFile.maximumSize(limits))
        } catch { return .unreadable(error) }
        return Self.verdict(verifier, time) { () throws(FormatError) in
            try ReceiptFile.receipt(in: contents, limits: limits)
        }
    }

    /// The verdict on a receipt, or on what `decode` could not make a receipt of.
    static func verdict(
        _ verifier: ReceiptVerifier, _ time: Date, _ decode: () throws(FormatError) -> [UInt8]
    ) -> Verdict {
        let bytes: [UInt8]
        do throws(FormatError) { bytes = try decode() } catch { return .refused(.malformed(error)) }
        do throws(VerificationError) {
            return .verified(try verifier.verify(bytes, at: time))
        } catch { return .refused(error) }
    }

    var outcome: Outcome {
        switch verdict {
        case .verified: .good
        case .refused: .refused
        case .unreadable: .unreadable
        }
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws { try write(json(ledger: nil).bytes) }

    /// The verdict, and, for a verified receipt, its ledger.
    func json(ledger: JSONText?) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.verdict(verdict)
            json.member("ledger", raw: ledger?.text)
        }
        return json
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        try write(heading(style))
        guard case .verified(let receipt) = verdict, !receipt.purchases.isEmpty else { return }
        try write("\n" + PurchaseTable.text(receipt.purchases, style))
    }

    /// The verdict, and what the receipt says of itself.
    func heading(_ style: Style) -> String {
        let name = Printable.text(file == "-" ? "standard input" : file)
        switch verdict {
        case .verified(let receipt):
            return style.good("✓ verified") + "  " + style.strong(name) + "\n" + Self.details(receipt, style)
        case .refused(let error):
            return style.bad("✗ refused") + "   " + style.strong(name) + "\n  " + style.bad(error.code) + "\n  "
                + Paragraph.wrapped(error.description, indent: 2) + "\n"
                + (RefusalHint.text(error).map { "  " + Paragraph.wrapped($0, indent: 2) + "\n" } ?? "")
        case .unreadable(let error):
            return style.bad("✗ unreadable") + "  " + style.strong(name) + "\n  " + error.reason + "\n"
        }
    }

    private static func details(_ verified: VerifiedReceipt, _ style: Style) -> String {
        let receipt = verified.receipt
        let verification = verified.verification
        let rows = [
            ("app", Printable.text("\(receipt.bundleIdentifier), version \(receipt.appVersion)")),
            ("environment", Printable.text(receipt.environment.rawValue)),
            ("created", Timestamp.string(receipt.creationDate)),
            ("expires", receipt.expirationDate.map(Timestamp.string) ?? ""),
            ("signature", verification.digest == .sha1 ? "SHA-1 with RSA" : "SHA-256 with RSA"),
            ("trusted", anchorName(verification.trustAnchor)),
            ("device", verification.isDeviceChecked ? "matches" : "not checked"),
            ("purchases", String(receipt.purchases.count)),
        ]
        var text = ""
        for (name, value) in rows where !value.isEmpty {
            text += "  " + style.faint(Printable.column(name, 12)) + Paragraph.wrapped(value, indent: 14) + "\n"
        }
        for diagnostic in receipt.diagnostics {
            text += "  " + style.warning("note        ") + Paragraph.wrapped(diagnostic.description, indent: 14) + "\n"
        }
        return text
    }

    private static let appleRoot = Fingerprint(
        "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")

    private static func anchorName(_ anchor: Fingerprint) -> String {
        let short = anchor.description.prefix(16)
        let isApple = anchor == appleRoot
        return isApple ? "Apple Inc. Root CA (\(short)…)" : "\(short)…"
    }
}
