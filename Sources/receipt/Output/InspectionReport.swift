import ReceiptFields
import ReceiptKit

/// What `inspect` says of one file.
struct InspectionReport: Report {
    let file: String
    let inspection: Inspection?
    let failure: UnreadableFile?

    init(file: String) {
        self.file = file
        do throws(UnreadableFile) {
            inspection = Inspection(try BoundedRead.file(file, limit: ReceiptInput.longestFile(ReceiptLimits())))
            failure = nil
        } catch {
            inspection = nil
            failure = error
        }
    }

    var outcome: Outcome {
        guard let inspection else { return .unreadable }
        return inspection.error == nil ? .good : .refused
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        var json = JSONWriter()
        try json.object { json in
            json.member("file", file)
            guard let inspection else {
                return json.unreadable(code: "file.unreadable", message: failure?.reason ?? "")
            }
            json.member("verdict", "unverified")
            if let receipt = inspection.receipt {
                json.name("receipt")
                json.receipt(receipt)
            }
            json.member("error", inspection.error.map { .error(code: $0.code, message: $0.description) })
            json.name("attributes")
            // Anyone may have written them, in any number: they are handed out as they are read.
            try json.array(inspection.attributes) { json, attribute in
                json.attribute(attribute)
                try json.drain(write)
            }
            json.name("certificates")
            json.array(CertificateSummary.all(inspection.certificates)) { json, summary in json.raw(summary.json) }
        }
        try write(json.bytes)
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        let name = style.strong(Printable.text(file == "-" ? "standard input" : file))
        guard let inspection else {
            return try write(style.bad("✗ unreadable") + "  " + name + "\n  " + (failure?.reason ?? "") + "\n")
        }
        var text = style.warning("NOT VERIFIED") + "  " + name + "\n"
        text += "  Anyone could have written this. Ask \"receipt verify\" before you believe it.\n"
        if let error = inspection.error {
            text += "  " + style.bad("malformed: \(error.code)") + "\n  "
            text += Paragraph.wrapped(error.description, indent: 2) + "\n"
        }
        for diagnostic in inspection.receipt?.diagnostics ?? [] {
            text += "  " + style.warning("note: ") + Paragraph.wrapped(diagnostic.description, indent: 8) + "\n"
        }
        guard inspection.hasContents else { return try write(text) }
        text += "\n" + InspectionText.container(inspection, style)
        text += InspectionText.certificates(inspection.certificates, style)
        try write(text)
        try InspectionText.writeAttributes(inspection.attributes, style, write)
        if let error = inspection.error {
            try write(
                "\n  " + style.bad("It breaks here: \(error.code)") + "\n  "
                    + Paragraph.wrapped(error.description, indent: 2) + "\n")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func attribute(_ inspected: InspectedAttribute) {
        // Looked up once: neither is stored.
        let (attribute, field, value) = (inspected.attribute, inspected.field, inspected.value)
        let hex = Escaped.hex(attribute.value)
        object { json in
            json.member("type", .number(attribute.type.rawValue))
            json.member("version", attribute.version)
            json.name("name")
            if let name = field?.name { json.string(name) } else { json.raw(.null) }
            json.member("meaning", field?.meaning ?? "Unknown")
            json.member("offset", attribute.offset)
            switch value {
            case .text(let text): json.member("value", text)
            case .number(let number): json.member("value", .number(number))
            case .octets: json.member("value", hex)
            case .purchase: break
            }
            json.member("hex", hex)
            guard case .purchase = value else { return }
            json.name("attributes")
            json.array(inspected.children) { json, child in json.attribute(child) }
        }
    }
}
