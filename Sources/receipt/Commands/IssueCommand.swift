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
        discussion: """
            A purchase is a JSON object of its fields under the names that verify shows, such as \
            {"productID": "com.example.pro", "purchaseDate": "2024-04-01T10:00:00Z", "productType": 0}.

            A defect spoils one thing:

            """ + Defect.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

    @Option(help: ArgumentHelp("Where to write the receipt.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("Where to write the certificate to trust, in DER.", valueName: "cert"))
    var rootOut: String

    @Option(help: ArgumentHelp("The app the receipt is for.", valueName: "id"))
    var bundleID: String

    @Option(help: ArgumentHelp("The environment.", valueName: "production|sandbox|xcode|vpp|vpp-sandbox"))
    var environment: EnvironmentOption = .production

    @Option(help: ArgumentHelp("The device, 16 octets or 6; a fixed one unless given.", valueName: "hex|uuid"))
    var device: DeviceOption?

    @Option(help: ArgumentHelp("When the receipt was created; 2024-05-01T12:00:00Z unless given.", valueName: "date"))
    var created: DateOption?

    @Option(
        name: .customLong("purchase"), parsing: .singleValue,
        help: ArgumentHelp("A purchase; may be repeated.", valueName: "json"))
    var purchases: [PurchaseOption] = []

    @Option(
        name: .customLong("defect"), parsing: .singleValue,
        help: ArgumentHelp("Something to spoil; may be repeated.", valueName: "name"))
    var defectOptions: [DefectOption] = []

    func run() throws {
        var receipt = TestReceipt(
            bundleID: bundleID, environment: environment.test, purchases: purchases.map(\.purchase))
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
            throw ValidationError("\(error)")
        }
        try OutputFile.write(root, to: rootOut)
        try OutputFile.write(bytes, to: out)
        print("wrote \(Printable.text(out)) (\(bytes.count) bytes) and \(Printable.text(rootOut))")
        for defect in defects { print("defect: \(defect.rawValue), refused with \(defect.expectedError)") }
        print("\n" + verification)
    }

    /// The command that verifies what was issued.
    private var verification: String {
        let trust = environment == .xcode ? "--xcode-certificate" : "--trust-root"
        var words = ["receipt verify", quoted(out), "--bundle-id", quoted(bundleID)]
        words += device.map { ["--device", Escaped.hex($0.octets)] } ?? ["--any-device"]
        words += environment == .production ? [] : ["--environment", environment.rawValue]
        return (words + [trust, quoted(rootOut)]).joined(separator: " ")
    }

    private func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"):
                true
            default: false
            }
        }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false).map { Printable.text(String($0)) }
        return isPlain ? word : "'" + parts.joined(separator: "'\\''") + "'"
    }
}

/// A defect by its name.
struct DefectOption: ExpressibleByArgument {
    let defect: Defect

    init?(argument: String) {
        guard let defect = Defect(rawValue: argument) else { return nil }
        self.defect = defect
    }
}

/// A purchase as JSON.
struct PurchaseOption: ExpressibleByArgument {
    let purchase: TestPurchase

    init?(argument: String) {
        do {
            purchase = try JSONDecoder().decode(TestPurchase.self, from: Data(argument.utf8))
        } catch {
            StandardError.write("receipt: \(error)")
            return nil
        }
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
