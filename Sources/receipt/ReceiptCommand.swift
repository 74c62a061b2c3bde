import ArgumentParser
import ReceiptFields

@main
struct ReceiptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Verifies App Store receipts and StoreKit 2's JWS, offline.",
        discussion: """
            FILE is an app receipt as bytes (DER or BER), as base64 with or without line breaks, or as PEM (PKCS7); an iOS 6 \
            transaction receipt; a signed transaction, app transaction, renewal info or notification (JWS); or one of Apple's JSON \
            bodies: signedPayload, notificationHistory, signedTransactionInfo with or without signedRenewalInfo, \
            signedAppTransactionInfo, signedTransactions, data[].lastTransactions[], receipt-data, latest_receipt of a stored answer of \
            verifyReceipt, or a version 1 notification; or a JSON object with any of these as "evidence", one or a list. receipt \
            detects the format. - is standard input. For all files of a folder write ./* instead of *: a file name that looks like an option \
            is rejected.

            Exit status: 0 for success, 1 if a file is rejected or malformed, or compared answers differ, 64 if the command can't be \
            parsed or would overwrite a file that it reads, 66 if a file is unreadable, 73 or 74 if the output can't be written.

            For shell completion of commands, options and their values, save the output of \
            'receipt --generate-completion-script bash', zsh or fish where your shell looks for it.

            EXAMPLES:
              receipt inspect app.receipt
              receipt verify app.receipt --bundle-id com.example.app --any-device
              receipt issue --bundle-id com.example.app --out my.der --root-out my.cer
              receipt --generate-completion-script bash > receipt.bash
            """,
        version: "1.0.0",
        subcommands: [
            VerifyCommand.self, LedgerCommand.self, InspectCommand.self, CompareCommand.self, IssueCommand.self,
            DefectsCommand.self, ExplainCommand.self,
        ])

    static func main() async {
        let arguments = RawArguments.ofProcess
        let command = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
        // Check before the arguments are parsed: a file's name must not become an option.
        if let name = OptionLikeName.first?.printable {
            refuse(
                "'\(name)' looks like an option and is also the name of a file here. For the file write ./\(name), for "
                    + "all files ./*.", command)
        }
        // Report a misspelled command here; the parser would call it an unexpected argument.
        if command == nil, let first = arguments.first, !first.hasPrefix("-"), first != "help" {
            let known = configuration.subcommands.compactMap { $0.configuration.commandName }.joined(separator: ", ")
            refuse("Unknown command '\(SafeText.printable(first))'. The commands are \(known).", nil)
        }
        do {
            var parsed = try parseAsRoot(arguments)
            if var parsed = parsed as? any AsyncParsableCommand { try await parsed.run() } else { try parsed.run() }
        } catch let error as UnreadableFile {
            StandardError.write("receipt: \(error)")
            exit(withError: ExitCode(66))
        } catch {
            switch exitCode(for: error) {
            case .success:
                do { try StandardOutput.write(examplesLast(fullMessage(for: error))) } catch { exit(withError: error) }
                exit()
            case .validationFailure:
                let unknown = command.flatMap { UnknownOption.message(in: arguments, of: $0) }
                refuse(unknown ?? message(for: error), command)
            default:
                let text = message(for: error)
                if !text.isEmpty { StandardError.write("Error: " + text) }
                exit(withError: exitCode(for: error))
            }
        }
    }

    /// Moves the examples after the options, so that a terminal shows them last. The parser puts them before, as part
    /// of the discussion, which the manual needs.
    private static func examplesLast(_ help: String) -> String {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let examples = lines.firstIndex(of: "EXAMPLES:"),
            let usage = lines[examples...].firstIndex(where: { $0.hasPrefix("USAGE: ") })
        else { return help }
        return [lines[..<examples], lines[usage...], lines[examples..<usage]].map(trimmed).joined(separator: "\n\n")
    }

    /// Removes empty lines from the end.
    private static func trimmed(_ lines: ArraySlice<Substring>) -> String {
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return lines.prefix(through: last).joined(separator: "\n")
    }

    /// Exits with a message and a reference to the right usage: the usage of the command, if the command is known.
    private static func refuse(_ message: String, _ command: (any ParsableCommand.Type)?) -> Never {
        let message = printable(message)
        guard let command, let name = command.configuration.commandName, let usage = command.configuration.usage else {
            exit(withError: ValidationError(message))
        }
        let lines = usage.split(separator: "\n").joined(separator: "\n       ")
        StandardError.write(
            raw: "Error: \(message)\nUsage: \(lines)\n  See 'receipt \(name) --help' for more information.\n")
        exit(withError: ExitCode.validationFailure)
    }

    /// Escapes a message, in which the parser may quote an argument unchanged. Keeps line breaks, because they separate the entries of
    /// lists, unless an argument contains a line break.
    private static func printable(_ message: String) -> String {
        let isList = !RawArguments.ofProcess.contains { $0.unicodeScalars.contains("\n") }
        let lines = message.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { SafeText.printable(String($0)) }.joined(separator: isList ? "\n" : SafeText.printable("\n"))
    }
}
