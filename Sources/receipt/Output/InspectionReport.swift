import ReceiptFields
import ReceiptInspection

/// What `inspect` says of one file.
struct InspectionReport: Report {
    let file: String
    let inspection: InspectedReceipt?
    let failure: UnreadableFile?

    init(file: String) {
        self.file = file
        do throws(UnreadableFile) {
            inspection = InspectedReceipt(file: try BoundedRead.file(file, limit: ReceiptFile.maximumSize()))
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
        // Anyone may have written what there is, as much of it as there is room for: it is handed out as it is read.
        func drain(_ json: inout JSONWriter) throws { try json.drain(write) }
        try json.object { json in
            json.member("file", file)
            guard let inspection else {
                return json.unreadable(code: "file.unreadable", message: failure?.reason ?? "")
            }
            json.member("verdict", "unverified")
            if let receipt = inspection.receipt {
                json.name("receipt")
                try json.receipt(receipt, drain: drain)
            }
            if let error = inspection.error { json.error(code: error.code, message: error.description) }
            json.name("attributes")
            try json.array { json in
                try inspection.forEachAttribute { try json.attribute($0, drain) }
            }
            json.list("certificates", CertificateSummary.all(inspection.certificates))
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
        guard InspectionText.hasContents(inspection) else { return try write(text) }
        text += "\n" + InspectionText.container(inspection, style)
        text += InspectionText.certificates(inspection.certificates, style)
        try write(text)
        try InspectionText.writeAttributes(inspection, style, write)
        if let error = inspection.error {
            try write(
                "\n  " + style.bad("It breaks here: \(error.code)") + "\n  "
                    + Paragraph.wrapped(error.description, indent: 2) + "\n")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func attribute(
        _ inspected: InspectedAttribute, _ drain: (inout JSONWriter) throws -> Void
    ) throws {
        // Looked up once: neither is stored.
        let (attribute, name, value) = (inspected.attribute, inspected.name, inspected.value)
        try object { json in
            json.member("type", raw: String(attribute.type.rawValue))
            json.member("version", attribute.version)
            json.name("name")
            if let name { json.string(name) } else { json.raw("null") }
            json.member("meaning", inspected.meaning ?? "Unknown")
            json.member("offset", attribute.offset)
            switch value {
            case .text(let text): json.member("value", text)
            case .number(let number): json.member("value", raw: String(number))
            case .octets:
                json.name("value")
                try json.hex(attribute.value, drain)
            default: break
            }
            json.name("hex")
            try json.hex(attribute.value, drain)
            guard case .purchase = value else { return }
            json.name("attributes")
            try json.array { json in
                try inspected.forEachAttribute { try json.attribute($0, drain) }
            }
        }
        try drain(&self)
    }
}
