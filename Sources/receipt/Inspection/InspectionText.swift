import ReceiptFields
import ReceiptReports

/// The parts of the output of `inspect`, with a line for each value.
enum InspectionText {
    static func container(_ inspection: InspectedReceipt, _ style: Style) -> String {
        var rows = [("container", "\(inspection.size) bytes, \(inspection.isBER ? "BER" : "DER")")]
        if let digest = inspection.digestAlgorithm { rows.append(("digest", algorithm(digest))) }
        if let signature = inspection.signatureAlgorithm { rows.append(("signature", algorithm(signature))) }
        if let size = inspection.content?.count {
            let purchases = inspection.purchaseCount
            let bought = purchases == 1 ? "1 purchase" : "\(purchases) purchases"
            rows.append(("content", "\(size) bytes, \(inspection.attributeCount) attributes, \(bought)"))
        }
        return self.rows(rows, style)
    }

    static func rows(_ rows: [(String, String)], _ style: Style) -> String {
        rows.map { row("  ", $0.0, $0.1, column: 14, style, style.faint) }.joined()
    }

    /// Returns a name, and its value in a column, wrapped at the end of the line. A value with a word that is too long
    /// for the column starts on the next line.
    static func row(
        _ indent: String, _ name: String, _ value: String, column: Int, _ style: Style, _ ink: (String) -> String
    ) -> String {
        let start = max(column, indent.count + name.count + 1)
        let longest = value.split(separator: " ").map(\.count).max() ?? 0
        if let width = style.width, start + max(longest, min(20, value.count)) > width {
            let below = indent.count + 4
            let space = String(repeating: " ", count: below)
            return indent + ink(name) + "\n" + space + style.wrapped(value, indent: below) + "\n"
        }
        let label = ink(TextColumns.padded(name, column - indent.count - 1)) + " "
        return indent + label + style.wrapped(value, indent: start) + "\n"
    }

    static func sentence(_ text: String, _ style: Style) -> String { "  " + style.wrapped(text, indent: 2) + "\n" }

    private static let algorithms = [
        "1.3.14.3.2.26": "SHA-1", "2.16.840.1.101.3.4.2.1": "SHA-256", "1.2.840.113549.1.1.1": "rsaEncryption",
        "1.2.840.113549.1.1.5": "sha1WithRSAEncryption", "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
    ]

    private static func algorithm(_ dotted: String) -> String {
        algorithms[dotted].map { "\($0) (\(dotted))" } ?? dotted
    }

    private static let markers = [
        "1.2.840.113635.100.6.11.1": "receipt signer", "1.2.840.113635.100.6.2.1": "issuer of receipt signers",
        "1.2.840.113635.100.6.5.1": "transaction receipt signer",
    ]

    static func certificates(_ certificates: [[UInt8]], _ style: Style) -> String {
        if certificates.isEmpty { return "" }
        var text = "\n" + style.strong("Certificates") + "\n"
        for summary in CertificateSummary.all(certificates) {
            guard let details = summary.details else {
                text += "  \(summary.position)  unreadable\n"
                text += hashes(summary, style)
                continue
            }
            text += "  \(summary.position)  " + style.wrapped(SafeText.printable(details.subject), indent: 5) + "\n"
            let (first, last) = (Timestamp.string(details.notBefore), Timestamp.string(details.notAfter))
            let marked = details.markers.map { marker in
                "marked \(marker)" + (markers[marker].map { " (\($0))" } ?? "")
            }
            let facts = [
                "issued by " + SafeText.printable(details.issuer),
                "valid \(first) to \(last), \(details.signatureAlgorithm)",
                "serial \(details.serialNumber), \(details.key)",
            ]
            for fact in facts + marked { text += "     " + style.wrapped(fact, indent: 7) + "\n" }
            text += hashes(summary, style)
        }
        return text
    }

    private static func hashes(_ summary: CertificateSummary, _ style: Style) -> String {
        ["SHA-256 " + summary.fingerprint, summary.keyFingerprint.map { "SHA-256 of the key " + $0 }]
            .compactMap(\.self).map { "     " + style.faint(style.wrapped($0, indent: 7)) + "\n" }.joined()
    }

    /// Writes one row for each attribute, several rows at a time.
    static func writeAttributes(
        _ inspection: InspectedReceipt, _ style: Style, _ write: (String) throws -> Void
    ) throws {
        guard inspection.attributeCount > 0 else { return }
        var text = "\n" + style.strong("Attributes, in file order") + "\n"
        func add(_ inspected: InspectedAttribute, indent: Int) throws {
            text += row(inspected, style, indent: indent)
            guard text.utf8.count >= 1 << 16 else { return }
            try write(text)
            text = ""
        }
        try inspection.forEachAttribute { inspected in
            try add(inspected, indent: 2)
            try inspected.forEachAttribute { try add($0, indent: 8) }
        }
        try write(text)
    }

    /// Returns type, name and value, and on a wide terminal also the meaning. An attribute without a name shows its
    /// meaning instead.
    private static func row(_ inspected: InspectedAttribute, _ style: Style, indent: Int) -> String {
        let number = String(inspected.attribute.type.rawValue)
        let head = String(repeating: " ", count: indent + max(0, 4 - number.count)) + number + "  "
        let meaning = inspected.meaning
        let setOff = inspected.name == nil ? style.faint : style.strong
        let version = inspected.attribute.version == 1 ? "" : ", version \(inspected.attribute.version)"
        let name = (inspected.name ?? meaning ?? "Unknown") + version
        let text: String
        switch inspected.value {
        case .text(let value): text = value.isEmpty ? "(empty)" : SafeText.printable(value)
        case .number(let value): text = String(value)
        case .bytes: text = bytes(inspected.attribute.value)
        case .purchase: return head + setOff(name) + "\n"
        }
        if let meaning, inspected.name != nil, style.columns >= columnsForMeaning, text.count <= 28 {
            let label = TextColumns.padded(name, valueColumn - head.count - 1) + " "
            return head + setOff(label) + TextColumns.padded(text, 28) + "  " + style.faint(meaning) + "\n"
        }
        return row(head, name, text, column: valueColumn, style, setOff)
    }

    /// The column where values begin.
    private static let valueColumn = 37
    private static let columnsForMeaning = 110

    /// Returns the bytes in hexadecimal, or only the beginning if they are longer than any attribute may be.
    private static func bytes(_ value: ArraySlice<UInt8>) -> String {
        if value.isEmpty { return "(no bytes)" }
        let isTooLong = value.count > ReceiptLimits().maximumAttributeLength
        return "\(value.count) bytes: " + SafeText.hex(isTooLong ? value.prefix(64) : value) + (isTooLong ? "…" : "")
    }
}
