import ArgumentParser
import ReceiptFields
import ReceiptKitTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct IssueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Issues a receipt for tests, signed by a test authority instead of Apple.",
        usage: """
            receipt issue --out <file> --root-out <cert> --bundle-id <id>
                          [--environment <name>] [--device <hex|uuid>]
                          [--created <date>] [--purchase <json> ...]
                          [--defect <name> ...]
            """,
        discussion: """
            A purchase is a JSON object of its fields under the names that verify shows, such as \
            {"productID": "com.example.pro", "purchaseDate": "2024-04-01T10:00:00Z", "productType": 0}. \
            Only productID and purchaseDate are required. With an expirationDate it is an auto-renewable subscription, \
            without one a non-consumable, unless productType says otherwise: 0 non-consumable, 1 consumable, 2 \
            non-renewing subscription, 3 auto-renewable subscription, 4 free subscription. The other fields are \
            transactionID, originalTransactionID, originalPurchaseDate, cancellationDate, cancellationReason, \
            isTrialPeriod, isInIntroOfferPeriod, promotionalOfferID, ownershipType, webOrderLineItemID, productAppID \
            and quantity.

            Files whose names begin with - are written ./-name, all of them ./*.

            A defect spoils one thing:

            """ + DefectOption.list)

    @Option(help: ArgumentHelp("Where to write the receipt.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("Where to write the certificate to trust, in DER.", valueName: "cert"))
    var rootOut: String

    @Option(help: ArgumentHelp("The app the receipt is for.", valueName: "id"))
    var bundleID: String

    @Option(help: ArgumentHelp("The environment.", valueName: "name"))
    var environment: EnvironmentOption = .production

    @Option(help: ArgumentHelp("The device, 16 octets or 6; a fixed one unless given.", valueName: "hex|uuid"))
    var device: DeviceOption?

    @Option(
        help: ArgumentHelp("When the receipt was created; 2024-05-01T12:00:00Z unless given.", valueName: "date"),
        transform: DateOption.parse)
    var created: DateOption?

    @Option(
        name: .customLong("purchase"), parsing: .singleValue,
        help: ArgumentHelp("A purchase; may be repeated.", valueName: "json"), transform: PurchaseOption.purchase)
    var purchases: [TestPurchase] = []

    @Option(
        name: .customLong("defect"), parsing: .singleValue,
        help: ArgumentHelp("Something to spoil; the help lists the names. May be repeated.", valueName: "name"))
    var defectOptions: [DefectOption] = []

    func validate() throws {
        if bundleID.isEmpty { throw ValidationError("--bundle-id is empty.") }
        if out == "-" || rootOut == "-" { throw ValidationError("--out and --root-out are files; - is none.") }
        if out == rootOut { throw ValidationError("--out and --root-out are the same file.") }
        let signer = TestAuthority.issuer(of: environment.test).sha256.signer
        if let created = created?.date, created < signer.notBefore || created > signer.notAfter {
            throw ValidationError(
                "The test authority's certificates are valid from \(Timestamp.string(signer.notBefore)) to "
                    + "\(Timestamp.string(signer.notAfter)); a receipt created outside of that verifies nowhere.")
        }
    }

    func run() throws {
        var receipt = TestReceipt(bundleIdentifier: bundleID, environment: environment.test, purchases: purchases)
        if let device { receipt.device = device.octets }
        if let created { receipt.creationDate = created.date }
        let defects = defectOptions.map(\.defect)
        let authority = TestAuthority.issuer(of: environment.test)
        let bytes: [UInt8]
        let root: [UInt8]
        do throws(TestKitError) {
            bytes = try authority.sign(receipt, defects: defects)
            root = try authority.rootCertificate
        } catch {
            throw ValidationError("\(error)." + (purchases.isEmpty ? " It may lack a --purchase." : ""))
        }
        try OutputFile.write(root, to: rootOut)
        try OutputFile.write(bytes, to: out)
        var said = "wrote \(Printable.text(out)) (\(bytes.count) bytes) and \(Printable.text(rootOut))\n"
        for defect in defects { said += "defect: \(defect.rawValue), refused with \(defect.expectedError)\n" }
        try StandardOutput.write(said + "\n" + verification(createdLater: receipt.creationDate > Date()))
    }

    /// The command that verifies what was issued.
    private func verification(createdLater: Bool) -> String {
        let trust = environment == .xcode ? "--xcode-certificate" : "--trust-root"
        var words = ["receipt verify", ShellWord.quoted(path: out), "--bundle-id", ShellWord.quoted(bundleID)]
        words += device.map { ["--device", Escaped.hex($0.octets)] } ?? ["--any-device"]
        words += environment == .production ? [] : ["--environment", environment.rawValue]
        words += [trust, ShellWord.quoted(path: rootOut)]
        if createdLater, let created { words += ["--at", Timestamp.string(created.date)] }
        return words.joined(separator: " ")
    }
}

extension EnvironmentOption {
    fileprivate var test: TestEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .volumePurchase: .volumePurchase
        case .volumePurchaseSandbox: .volumePurchaseSandbox
        }
    }
}
