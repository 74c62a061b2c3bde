import ArgumentParser
import ReceiptKitTesting

/// A defect of the test kit by its name.
struct DefectOption: ExpressibleByArgument {
    let defect: Defect

    init?(argument: String) {
        guard let defect = Defect(rawValue: argument) else { return nil }
        self.defect = defect
    }

    /// All defects with what they spoil, for the help, which breaks lines itself two columns earlier.
    static let list = Defect.allCases.map { defect in
        "  \(defect.rawValue)\n      " + Paragraph.wrapped(defect.summary, indent: 6, width: Paragraph.width - 2)
    }.joined(separator: "\n")
}
