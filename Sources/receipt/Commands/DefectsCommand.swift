import ArgumentParser
import ReceiptKitTesting

struct DefectsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defects",
        abstract: "Lists the defects that 'issue --defect' can add.",
        usage: "receipt defects [--kind <kind>]",
        discussion: """
            Prints each defect's name, the verifier's verdict, and a description. A receipt's defects are sorted by the error code, \
            a JWS's by the step that rejects it, such as chain. Some defects of JWS are only unusual features, which must be accepted.

            EXAMPLES:
              receipt defects
              receipt defects --kind transaction | grep chain
            """)

    @Option(help: ArgumentHelp("The kind of evidence.", valueName: "kind"))
    var kind = Kind(issued: .appReceipt)

    struct Kind: ExpressibleByArgument {
        let issued: IssuedKind

        init(issued: IssuedKind) { self.issued = issued }

        init?(argument: String) {
            guard let issued = IssuedKind(argument: argument), IssuedKind.withDefects.contains(issued) else {
                return nil
            }
            self.issued = issued
        }

        static var allValueStrings: [String] { IssuedKind.withDefects.map(\.name) }
        var defaultValueDescription: String { issued.name }
    }

    func run() throws {
        func outcome(_ refusedAt: String?) -> String { refusedAt ?? "accepted" }
        let rows =
            switch kind.issued {
            case .appReceipt: Defect.all.map { ($0.name, $0.expectedError, $0.summary) }
            case .transactionReceipt:
                TransactionReceiptDefect.all.map { ($0.name, outcome($0.refusedAt), $0.summary) }
            default:
                JWSDefect.all.filter { kind.issued.jws.map($0.kinds.contains) ?? false }
                    .map { ($0.name, outcome($0.refusedAt), $0.summary) }
            }
        let style = Style.standardOutput
        let text = rows.map { name, outcome, summary in
            "\(name)  (\(outcome))\n    " + style.wrapped(summary, indent: 4)
        }
        try StandardOutput.write(text.joined(separator: "\n"))
    }
}
