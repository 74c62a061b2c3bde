import ArgumentParser
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// One line per file, for people who scan many: verdict, code, class, products and name.
struct ShortReport {
    let report: VerificationReport

    /// The column widths. The longest code of evidence has 29 characters.
    private static let widths = (verdict: 12, code: 31, class: 13)

    func line(_ style: Style) -> String {
        let failure = report.failure
        let word = failure?.verdict ?? "verified"
        let verdict = TextColumns.padded(word, Self.widths.verdict)
        let cells = [
            failure == nil ? style.good(verdict) : style.bad(verdict),
            TextColumns.padded(failure?.error.code ?? "-", Self.widths.code),
            TextColumns.padded(failure?.error.class?.rawValue ?? "-", Self.widths.class),
            products + "  " + SafeText.printable(report.file),
        ]
        return cells.joined() + "\n"
    }

    /// The products of verified evidence, the latest first, with … if there are more.
    private var products: String {
        guard let evidence = report.evidence, case .ledger(let ledger) = MergedLedger([evidence]) else { return "-" }
        var identifiers: [String] = []
        for purchase in ledger.reversed()
        where !identifiers.contains(where: { $0.utf8.elementsEqual(purchase.productID.utf8) }) {
            if identifiers.count == Self.mostProducts {
                identifiers.append("…")
                break
            }
            identifiers.append(SafeText.printable(purchase.productID))
        }
        return identifiers.isEmpty ? "-" : identifiers.joined(separator: ",")
    }

    private static let mostProducts = 3
}

/// The verdicts of the files to print.
enum VerdictFilter: String, ExpressibleByArgument, CaseIterable {
    case verified
    case rejected
    case unreadable

    func includes(_ answer: Answer) -> Bool {
        switch answer {
        case .verified: self == .verified
        case .refused: self == .rejected
        case .unreadable: self == .unreadable
        }
    }
}
