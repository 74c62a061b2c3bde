import ReceiptFields
import ReceiptInspection

/// The parts of what `inspect` prints, a line for each value.
enum InspectionText {
    /// Whether there is anything to show besides the error: HTML, say, has no container.
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
        rows.map { "  " + style.faint(Printable.column($0.0, 12)) + $0.1 + "\n" }
            .joined()
    }

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
            text += "  \(summary.position)  " + Printable.text(details.subject) + "\n"
            text += "     issued by " + Printable.text(details.issuer) + "\n"
            let (first, last) = (Timestamp.string(details.notBefore), Timestamp.string(details.notAfter))
            text += "     valid \(first) to \(last), \(details.signatureAlgorithm)\n"
            text += "     serial \(details.serialNumber), \(details.key)\n"
            for marker in details.markers {
                text += "     marked \(marker) \(markers[marker].map { "(\($0))" } ?? "")\n"
            }
            text += hashes(summary, style)
        }
        return text
    }

    private static func hashes(_ summary: CertificateSummary, _ style: Style) -> String {
        style.faint("     SHA-256 " + summary.fingerprint) + "\n"
            + (summary.keyFingerprint.map { style.faint("     SHA-256 of the key " + $0) + "\n" } ?? "")
    }

    /// Writes a row for each attribute, many rows at a time.
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

    /// Number, name, value; on a wide terminal also the meaning. What has no name goes by its meaning.
    private static func row(_ inspected: InspectedAttribute, _ style: Style, indent: Int) -> String {
        let number = String(inspected.attribute.type.rawValue)
        let head = String(repeating: " ", count: indent + max(0, 4 - number.count)) + number + "  "
        let meaning = inspected.meaning
        let setOff = inspected.name == nil ? style.faint : style.strong
        let version = inspected.attribute.version == 1 ? "" : ", version \(inspected.attribute.version)"
        let name = (inspected.name ?? meaning ?? "Unknown") + version
        let inspectedValue = inspected.value
        if case .purchase = inspectedValue {
            return head + setOff(name) + "\n"
        }
        let label = Printable.column(name, valueColumn - indent - 8) + "  "
        var text = Self.text(of: inspectedValue, inspected.attribute.value)
        if let meaning, inspected.name != nil, style.columns >= columnsForMeaning, text.count <= 28 {
            text = Printable.column(text, 28) + "  " + style.faint(meaning)
        }
        return head + setOff(label) + text + "\n"
    }

    /// Where values begin.
    private static let valueColumn = 37
    private static let columnsForMeaning = 110

    /// Of what is longer than any attribute may be only the beginning.
    private static func octets(_ value: ArraySlice<UInt8>) -> String {
        if value.isEmpty { return "(no bytes)" }
        let isTooLong = value.count > ReceiptLimits().maximumAttributeLength
        return "\(value.count) bytes: " + Escaped.hex(isTooLong ? value.prefix(64) : value) + (isTooLong ? "…" : "")
    }

    private static func text(of value: InspectedAttribute.Value, _ encoding: ArraySlice<UInt8>) -> String {
        switch value {
        case .text(let text): text.isEmpty ? "(empty)" : Printable.text(text)
        case .number(let number): String(number)
        case .octets:
            octets(encoding)
        default: ""
        }
    }
}
