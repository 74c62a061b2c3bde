import ReceiptFields
import ReceiptReports

/// The report of `inspect` on one file.
struct InspectionReport: Report {
    /// This is never written, because `inspect` has no table format.
    static let table = CSVTable.files
    var rows: [CSVRow] { [] }

    private let file: String
    let inspection: InspectedEvidence?
    let failure: UnreadableFile?
    /// A hint, if the evidence is malformed.
    private let hint: String?

    init(file: FileName) {
        self.file = file.description
        do throws(UnreadableFile) {
            let contents = try BoundedRead.file(file, limit: EvidenceFile.maximumSize())
            let inspection = InspectedEvidence(file: contents)
            hint = inspection.error.flatMap {
                RefusalHint.text(contents, limits: ReceiptLimits()) ?? $0.words.code.remedy
            }
            self.inspection = inspection
            failure = nil
        } catch {
            (inspection, hint) = (nil, nil)
            failure = error
        }
    }

    var outcome: ExitStatus {
        guard let inspection else { return .unreadable }
        return inspection.isWellFormed ? .good : .refused
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        var json = JSONWriter()
        try json.object { json in
            json.member("file", file)
            if let failure { return json.unreadable(failure) }
            guard let inspection else { return }
            json.member("verdict", "unverified")
            // Write the JSON as it is produced. Anyone may have written the evidence, and its JSON may be very large.
            try json.inspected(inspection, hint: hint) { json in try json.drain(write) }
        }
        try write(json.bytes)
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        let name = style.strong(SafeText.printable(file == "-" ? "standard input" : file))
        guard let inspection else {
            let failure = FailureText.rows(failure?.reason ?? "", remedy: nil, style)
            return try write(style.bad("✗ unreadable") + "  " + name + "\n" + failure)
        }
        var text = style.warning("NOT VERIFIED") + "  " + name + "\n"
        let warning = "Unverified: anyone could have written this. Run \"receipt verify\" before you rely on it."
        text += "  " + style.wrapped(warning, indent: 2) + "\n"
        if let error = inspection.error { text += InspectionText.fault("malformed", error, remedy: hint, style) }
        try write(text)
        try InspectionText.write(inspection, style, write)
    }
}

extension InspectedEvidence {
    /// True if the evidence and everything nested in it is well-formed.
    fileprivate var isWellFormed: Bool {
        guard error == nil else { return false }
        return switch contents {
        case .jws(let jws): jws.evidence.allSatisfy { $0.evidence.error == nil }
        case .body(let body): body.evidence.allSatisfy(\.evidence.isWellFormed)
        default: true
        }
    }
}
