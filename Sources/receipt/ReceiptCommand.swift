import ArgumentParser

@main
struct ReceiptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Reads, verifies and issues App Store receipts and StoreKit 2's signed tokens, offline.",
        discussion: """
            FILE is a receipt as bytes (DER or BER), as base64 with or without line breaks, or as PEM (PKCS7); a signed \
            transaction, app transaction, renewal info or notification (JWS); or one of Apple's JSON bodies: \
            signedPayload, signedTransactionInfo with or without signedRenewalInfo, signedTransactions, \
            data[].lastTransactions[], receipt-data, or a version 1 notification. The form tells which. - is standard \
            input. For all files of a folder write ./* and not *: a name that begins with - is refused where it \
            could be taken for an option.

            Exit status: 0 if all went well, 1 if a file was refused or malformed, 64 if the command was not \
            understood, 66 if a file could not be read, 73 or 74 if the output could not be written.
            """,
        version: "0.1.0",
        subcommands: [
            VerifyCommand.self, LedgerCommand.self, InspectCommand.self, IssueCommand.self, DefectsCommand.self,
        ])

    static func main() async {
        // Before anything is understood: a name must not become an option.
        if let name = OptionLikeName.first.map(Printable.text) {
            exit(
                withError: ValidationError(
                    "'\(name)' looks like an option and is the name of a file here. For the file write ./\(name), for "
                        + "all files ./*."))
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        // Else a misspelt command would be called an unexpected argument.
        if let first = arguments.first, !first.hasPrefix("-"), first != "help", !names.contains(first) {
            let known = names.joined(separator: ", ")
            exit(withError: ValidationError("Unknown command '\(Printable.text(first))'. The commands are \(known)."))
        }
        await main(arguments)
    }
}
