import ArgumentParser
import ReceiptEssentials
import ReceiptFields
import ReceiptKitTesting

struct IssueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Issues receipts and JWS for tests, signed by a test authority, not by Apple.",
        usage: """
            receipt issue --out <file> --root-out <cert> --bundle-id <id>
                          [--kind <kind>] [--environment <name>]
                          [--created <date>] [--purchase <json> ...]
                          [--device <hex|uuid> | --device-verification-id <uuid>]
                          [--claims <json>] [--renewal-claims <json>]
                          [--key-seed <secret>]
                          [--defect <name> ...] [--intermediate-out <cert>]
            """,
        discussion: """
            A purchase has a productID and a purchaseDate. With an expirationDate it is an auto-renewable subscription, \
            without one a non-consumable, unless productType says otherwise, by number or as Apple writes it: \
            Non-Consumable (0), Consumable (1), Non-Renewing Subscription (2), Auto-Renewable Subscription (3), Free \
            Subscription (4). The other fields are transactionID, originalTransactionID, originalPurchaseDate, purchasedQuantity, \
            cancellationDate, cancellationReason, isTrialPeriod, isInIntroOfferPeriod, promotionalOfferID, \
            ownershipType, webOrderLineItemID and productAppID.

            JWS and JSON bodies are about one purchase, by default a month of a subscription; transactionHistory and \
            subscriptionStatuses can have several. --claims adds members to a JWS under Apple's names; null removes a member. \
            For a subscriptionStatus, --claims changes the transaction, and --renewal-claims the renewal info. Write a file name that begins with - as ./-name, and all files as ./*. A run that fails or is killed leaves \
            the old files as they were.

            EXAMPLES:
              receipt issue --bundle-id com.example.app --out my.der --root-out my.cer
              receipt issue --bundle-id com.example.app --out my.jws --root-out my.cer \\
                --kind transaction --claims '{"price":9990,"storefront":null}'
              receipt issue --bundle-id com.example.app --out bad.der --root-out my.cer \\
                --purchase '{"productID":"pro","purchaseDate":"2024-04-01"}' \\
                --defect wrong-device
            """)

    @Option(help: ArgumentHelp("Write the evidence into this file.", valueName: "file"), completion: .file())
    var out: FileName

    @Option(
        help: ArgumentHelp("Write the root certificate to trust into this file.", valueName: "cert"),
        completion: .file())
    var rootOut: FileName

    @Option(
        help: ArgumentHelp(
            "Write an iOS 6 transaction receipt's intermediate certificate into this file.", valueName: "cert"),
        completion: .file())
    var intermediateOut: FileName?

    @Option(
        name: .customLong("bundle-id"), parsing: .singleValue,
        help: ArgumentHelp("The app that the evidence is for.", valueName: "id"))
    var bundleIDs: [String]

    @Option(help: ArgumentHelp("The kind of evidence.", valueName: "kind"))
    var kind: IssuedKind = .appReceipt

    @Option(name: .customLong("environment"), help: ArgumentHelp("The environment.", valueName: "name"))
    var environmentOption = EnvironmentOption(.production)
    var environment: StoreEnvironment { environmentOption.environment }

    @Option(
        help: ArgumentHelp("The receipt's device (default a fixed one).", valueName: "hex|uuid"))
    var device: DeviceOption?

    @Option(
        help: ArgumentHelp("The JWS's device (default none).", valueName: "uuid"),
        transform: DeviceOption.verificationID)
    var deviceVerificationID: UUID?

    @Option(
        help: ArgumentHelp(
            "The date of creation or signing (by default 2024-05-01T12:00:00Z, and for JWS an hour after the purchase).",
            valueName: "date"),
        transform: DateOption.parse)
    var created: Date?

    @Option(
        name: .customLong("purchase"), parsing: .singleValue,
        help: ArgumentHelp("A purchase. Repeatable.", valueName: "json"), transform: PurchaseOption.purchase)
    var purchases: [TestPurchase] = []

    @Option(
        help: ArgumentHelp("Members of a JWS to set, or of a subscriptionStatus's transaction.", valueName: "json"),
        transform: ClaimsOption.claims)
    var claims: TestJSONObject?

    @Option(
        help: ArgumentHelp("Members of a subscriptionStatus's renewal info to set.", valueName: "json"),
        transform: ClaimsOption.claims)
    var renewalClaims: TestJSONObject?

    @Option(
        help: ArgumentHelp(
            "Derive the keys of a JWS from this string (default: the public test keys).", valueName: "secret"))
    var keySeed: String?

    @Option(
        name: .customLong("defect"), parsing: .singleValue,
        help: ArgumentHelp(
            "A defect to add; see 'receipt defects'. Repeatable.", valueName: "name"),
        completion: .list(DefectOption.names), transform: DefectOption.init(argument:))
    var defectOptions: [DefectOption] = []

    var bundleID: String { bundleIDs.first ?? "" }

    func validate() throws {
        if bundleIDs.count > 1 { throw ValidationError("--bundle-id is given twice; evidence is for one app.") }
        if bundleID.isEmpty { throw ValidationError("--bundle-id is empty.") }
        if out == .dash || rootOut == .dash {
            throw ValidationError("--out and --root-out must be files, not -.")
        }
        if (kind == .transactionReceipt) != (intermediateOut != nil) {
            throw ValidationError(
                intermediateOut == nil
                    ? "A transactionReceipt requires --intermediate-out FILE."
                    : "--intermediate-out is only for a transactionReceipt.")
        }
        if intermediateOut == .dash { throw ValidationError("--intermediate-out must be a file, not -.") }
        if kind == .transactionReceipt, device.map({ $0.bytes.count != 16 }) ?? false {
            throw ValidationError("A transactionReceipt's --device must be a UUID.")
        }
        if let keySeed {
            if kind.isReceipt || TestAuthority.issuer(of: environment.ofJWS) == .xcode {
                throw ValidationError("--key-seed is for JWS of production and sandbox.")
            }
            if keySeed.isEmpty { throw ValidationError("--key-seed is empty.") }
        }
        if kind.isReceipt {
            if claims != nil || deviceVerificationID != nil {
                throw ValidationError("--claims and --device-verification-id are for JWS, not for receipts.")
            }
        } else if device != nil {
            throw ValidationError("--device is for receipts; for JWS give --device-verification-id.")
        }
        if kind.jws == nil, !kind.isReceipt {
            if !defectOptions.isEmpty {
                throw ValidationError("--defect is for a single JWS, which \(kind.name) is not.")
            }
            if claims != nil, kind != .subscriptionStatus {
                throw ValidationError("--claims is for one transaction, and \(kind.name) may have several.")
            }
        }
        if !kind.isList, purchases.count > 1 { throw ValidationError("\(kind.name) is about one --purchase.") }
        if renewalClaims != nil, kind != .subscriptionStatus {
            throw ValidationError(
                "--renewal-claims is for a subscriptionStatus; a renewalInfo takes --claims. Lists take neither.")
        }
        if kind == .transactionReceipt, purchases.first?.cancellationDate != nil {
            throw ValidationError("A transactionReceipt never has a cancellationDate.")
        }
        if let created { try requireValidCertificates(at: created) }
    }

    private func requireValidCertificates(at date: Date) throws {
        let signer = try signer
        if date < signer.notBefore || date > signer.notAfter {
            throw ValidationError(
                "The test authority's certificates are valid from \(Timestamp.string(signer.notBefore)) to "
                    + "\(Timestamp.string(signer.notAfter)); no verifier accepts evidence created at another time.")
        }
    }

    private var signer: TestCertificate {
        get throws {
            if kind == .transactionReceipt {
                let version = try transactionReceiptOrder.receipt.version
                return TestAuthority.standard.transactionReceiptChain(for: version).signer
            }
            return kind == .appReceipt
                ? TestAuthority.issuer(of: try environment.ofReceipt).sha256.signer
                : TestAuthority.issuer(of: environment.ofJWS).jws.signer
        }
    }

    func run() throws {
        let outputs = try OutputFiles(["--out": out, "--root-out": rootOut, "--intermediate-out": intermediateOut])
        let issued =
            switch kind {
            case .appReceipt: try receipt()
            case .transactionReceipt: try transactionReceipt()
            default: try jws()
            }
        try requireValidCertificates(at: issued.signedDate)
        try outputs.write([
            "--out": issued.bytes, "--root-out": issued.root, "--intermediate-out": issued.intermediate ?? [],
        ])
        var said = "wrote \(out.printable) (\(issued.bytes.count) bytes) and \(rootOut.printable)\n"
        for defect in issued.defects { said += "defect: \(defect.name), \(defect.outcome)\n" }
        try StandardOutput.write(said + "\n" + verification(of: issued))
    }

    private func receipt() throws -> IssuedEvidence {
        let environment = try environment.ofReceipt
        var receipt = TestReceipt(bundleIdentifier: bundleID, environment: environment, purchases: purchases)
        if let device { receipt.device = device.bytes }
        if let created { receipt.creationDate = created }
        let defects: [Defect] = try defectOptions.map { try $0.of("appReceipt") }
        let authority = TestAuthority.issuer(of: environment)
        do throws(TestKitError) {
            return IssuedEvidence(
                bytes: try authority.sign(receipt, defects: defects), root: try authority.rootCertificate,
                signedDate: receipt.creationDate,
                defects: defects.map { ($0.name, "rejected with \($0.expectedError)") })
        } catch {
            throw ValidationError("\(error)." + (purchases.isEmpty ? " It may lack a --purchase." : ""))
        }
    }

    /// Returns the command that verifies the issued evidence.
    private func verification(of issued: IssuedEvidence) -> String {
        // A real-time request isn't evidence, so it can only be inspected.
        if kind.jws == .realtimeRequest { return "receipt inspect \(ShellWord.quoted(path: out))" }
        let trust = [.xcode, .localTesting].contains(environment) ? "--xcode-certificate" : "--trust-root"
        var words = ["receipt verify", ShellWord.quoted(path: out), "--bundle-id", ShellWord.quoted(bundleID)]
        // Notifications name no device, so omit it even if one was given.
        if let device {
            words += ["--device", SafeText.hex(device.bytes)]
        } else if let deviceVerificationID {
            words += ["--device-verification-id", deviceVerificationID.uuidString.lowercased()]
        } else {
            words.append("--any-device")
        }
        if kind.hasAppAppleID, environment == .production { words += ["--app-apple-id", "6450123456"] }
        words += environment == .production ? [] : ["--environment", environmentOption.defaultValueDescription]
        words += [trust, ShellWord.quoted(path: rootOut)]
        if let intermediateOut {
            words += ["--intermediate", ShellWord.quoted(path: intermediateOut), "--accept-transaction-receipts"]
        }
        let isLater = issued.signedDate > Date()
        // Some defects of JWS depend on the time of verification.
        if isLater || kind != .appReceipt && !issued.defects.isEmpty {
            words += [
                "--at", Timestamp.string(isLater ? issued.signedDate : issued.signedDate.addingTimeInterval(3_600)),
            ]
        }
        return words.joined(separator: " ")
    }
}

extension StoreEnvironment {
    fileprivate var ofReceipt: TestEnvironment {
        get throws {
            if self == .localTesting { throw ValidationError("Receipts have no environment \(self).") }
            return ofJWS
        }
    }

    var ofJWS: TestEnvironment { self == .sandbox ? .sandbox : TestEnvironment(rawValue: rawValue) }
}
