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

    var json: JSONText {
        guard let inspection else { return unreadable }
        return .object([
            ("file", .string(file)), ("verdict", .string("unverified")),
            ("receipt", inspection.receipt.map(JSONText.receipt)),
            ("error", inspection.error.map { .error(code: $0.code, message: $0.description) }),
            ("attributes", .array(inspection.attributes.map(\.json))),
            ("certificates", .array(CertificateSummary.all(inspection.certificates).map(\.json))),
        ])
    }

    private var unreadable: JSONText {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.unreadable(code: "file.unreadable", message: failure?.reason ?? "")
        }
        return json.text
    }

    func text(_ style: Style) -> String {
        let name = style.strong(Printable.text(file == "-" ? "standard input" : file))
        guard let inspection else {
            return style.bad("✗ unreadable") + "  " + name + "\n  " + (failure?.reason ?? "") + "\n"
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
        guard inspection.hasContents else { return text }
        text += "\n" + InspectionText.container(inspection, style)
        text += InspectionText.certificates(inspection.certificates, style)
        text += InspectionText.attributes(inspection.attributes, style)
        if let error = inspection.error {
            text += "\n  " + style.bad("It breaks here: \(error.code)") + "\n  "
            text += Paragraph.wrapped(error.description, indent: 2) + "\n"
        }
        return text
    }
}

extension InspectedAttribute {
    var json: JSONText {
        let hex = Escaped.hex(attribute.value)
        let shown: JSONText? =
            switch value {
            case .text(let text): .string(text)
            case .number(let number): .number(number)
            case .octets: .string(hex)
            case .purchase: nil
            }
        return .object([
            ("type", .number(Int64(attribute.type.rawValue))), ("version", .number(Int64(attribute.version))),
            ("name", field?.name.map(JSONText.string) ?? .null),
            ("meaning", .string(field?.meaning ?? "Unknown")),
            ("offset", .number(Int64(attribute.offset))),
            ("value", shown),
            ("hex", .string(hex)),
            ("attributes", field?.form == .purchase ? .array(children.map(\.json)) : nil),
        ])
    }
}
