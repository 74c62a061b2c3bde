import ReceiptEssentials
import ReceiptFields
import ReceiptKit

/// The contents of verified evidence as rows for people. An app receipt's purchases have a table of their own.
enum EvidenceText {
    /// A name and a value. Rows without a value are omitted.
    typealias Row = (name: String, value: String?)

    static func text(_ evidence: VerifiedEvidence, _ style: Style) -> String {
        switch evidence {
        case .appReceipt(let receipt): return text(rows(receipt), receipt.receipt.diagnostics, style)
        case .transaction(let transaction): return text(transaction, "transaction", style)
        case .subscriptionStatus(let status):
            return text(status.transaction, "subscription status", style) + "\n" + text(status.renewalInfo, style)
        case .appTransaction(let appTransaction): return text(appTransaction, style)
        case .notification(let notification): return text(notification, style)
        case .transactionReceipt(let receipt): return text(receipt, style)
        case .list(let evidence):
            let count = text([("kind", "list"), ("evidence", String(evidence.count))], [], style)
            return ([count] + evidence.map { text($0, style) }).joined(separator: "\n")
        }
    }

    /// Returns the app and environment of a merged ledger.
    static func text(_ ledger: PurchaseLedger, _ style: Style) -> String {
        let claim = ledger.hasUnsignedEnvironment ? ", not signed in an iOS 6 receipt" : ""
        return text(
            [
                ("app", SafeText.printable(ledger.bundleIdentifier)),
                ("environment", SafeText.printable(ledger.environment.rawValue) + claim),
            ], [], style)
    }

    /// Returns a warning if the evidence seems to belong to several customers.
    static func customers(_ ledger: PurchaseLedger, _ style: Style) -> String {
        let count = ledger.appTransactionIDs.count
        guard count > 1 else { return "" }
        let ids = ledger.someAppTransactionIDs.map(SafeText.printable).joined(separator: ", ")
        let sentence =
            "This may be the evidence of \(count) customers: it has \(count) appTransactionIDs (\(ids)), and a customer "
            + "of an app has one."
        return "  " + style.warning("customers?  ") + style.wrapped(sentence, indent: 14) + "\n"
    }

    private static func text(_ rows: [Row], _ diagnostics: [FormatError], _ style: Style) -> String {
        var text = ""
        for (name, value) in rows {
            guard let value, !value.isEmpty else { continue }
            text += "  " + style.faint(TextColumns.padded(name, 12)) + value + "\n"
        }
        for diagnostic in diagnostics { text += FailureText.note(diagnostic.description, style) }
        return text
    }

    private static func rows(_ receipt: VerifiedReceipt) -> [Row] {
        [
            ("app", SafeText.printable("\(receipt.bundleIdentifier), version \(receipt.appVersion)")),
            ("environment", environment(receipt.receipt)),
            ("created", Timestamp.string(receipt.creationDate)),
            ("expires", receipt.expirationDate.flatMap(Timestamp.written)),
        ] + signed(receipt.verification) + [("purchases", String(receipt.purchases.count))]
    }

    /// Describes JWS nested in a notification, without the values that the notification itself has.
    private static func text(
        _ transaction: VerifiedTransaction, _ kind: String, isNested: Bool = false, _ style: Style
    ) -> String {
        let original = transaction.originalTransactionID
        let isFirst = original.utf8.elementsEqual(transaction.transactionID.utf8)
        let rows: [Row] = [
            ("product", product(transaction.transaction)),
            ("transaction", SafeText.printable(transaction.transactionID)),
            ("original", isFirst ? nil : SafeText.printable(original)),
            ("purchased", Timestamp.written(transaction.purchaseDate)),
            ("expires", transaction.expirationDate.flatMap(Timestamp.written)),
            ("revoked", revocation(transaction.transaction)),
            ("upgraded", transaction.isUpgraded == true ? "another subscription replaced it" : nil),
            ("quantity", transaction.purchasedQuantity.flatMap { $0 == 1 ? nil : String($0) }),
            ("ownership", transaction.ownershipType == .familyShared ? "family shared" : nil),
            ("offer", transaction.offer.map(offer)),
            ("price", price(transaction.priceMilliunits, transaction.currency)),
        ]
        let head: [Row] = [
            ("app", SafeText.printable(transaction.bundleIdentifier)),
            ("environment", SafeText.printable(transaction.environment.rawValue)),
        ]
        let signed = signed(transaction.signedDate, transaction.verification)
        return text(
            [("kind", kind)] + (isNested ? Array(signed.prefix(1)) : head + signed) + rows, transaction.diagnostics,
            style)
    }

    private static func text(_ renewalInfo: VerifiedRenewalInfo, _ style: Style) -> String {
        let next = renewalInfo.autoRenewProductID
        let rows: [Row] = [
            ("renewal", renewal(renewalInfo)),
            ("to", SafeText.printable(next)),
            ("on", renewalInfo.renewalDate.flatMap(Timestamp.written)),
            ("price", price(renewalInfo.renewalPriceMilliunits, renewalInfo.currency)),
            ("offer", renewalInfo.offer.map(offer)),
            ("billing", renewalInfo.isInBillingRetry == true ? "the App Store retries the charge" : nil),
            ("grace", renewalInfo.gracePeriodExpirationDate.flatMap(Timestamp.written).map { "until " + $0 }),
            ("signed", Timestamp.written(renewalInfo.signedDate)),
        ]
        return text(rows, renewalInfo.diagnostics, style)
    }

    private static func text(
        _ appTransaction: VerifiedAppTransaction, isNested: Bool = false, _ style: Style
    ) -> String {
        let version = appTransaction.appVersion.map { ", version " + $0 } ?? ""
        let head: [Row] = [
            ("app", SafeText.printable(appTransaction.bundleIdentifier + version)),
            ("app id", appTransaction.appID.map(String.init)),
            ("environment", SafeText.printable(appTransaction.environment.rawValue)),
        ]
        let rows: [Row] = [
            ("acquired", appTransaction.originalPurchaseDate.flatMap(Timestamp.written)),
            ("as version", SafeText.printable(appTransaction.originalAppVersion)),
            ("on platform", appTransaction.originalPlatform.map { SafeText.printable($0.rawValue) }),
            ("ordered", appTransaction.preorderDate.flatMap(Timestamp.written)),
            ("download", appTransaction.appTransactionID.map(SafeText.printable)),
        ]
        let signed = signed(appTransaction.signedDate, appTransaction.verification)
        return text(
            [("kind", "app transaction")] + (isNested ? Array(signed.prefix(1)) : head + signed) + rows,
            appTransaction.diagnostics,
            style)
    }

    private static func text(_ receipt: VerifiedTransactionReceipt, _ style: Style) -> String {
        let original = receipt.originalTransactionID
        let isFirst = original.utf8.elementsEqual(receipt.transactionID.utf8)
        let rows: [Row] = [
            ("kind", "transaction receipt"),
            ("app", SafeText.printable("\(receipt.bundleIdentifier), version \(receipt.appVersion)")),
            ("environment", SafeText.printable(receipt.claimedEnvironment.rawValue) + ", as it claims: not signed"),
        ]
        let purchase: [Row] = [
            ("product", SafeText.printable(receipt.productID)),
            ("transaction", SafeText.printable(receipt.transactionID)),
            ("original", isFirst ? nil : SafeText.printable(original)),
            ("purchased", Timestamp.written(receipt.purchaseDate)),
            ("expires", receipt.expirationDate.flatMap(Timestamp.written)),
            ("quantity", receipt.purchasedQuantity == 1 ? nil : String(receipt.purchasedQuantity)),
        ]
        return text(rows + signed(receipt.verification) + purchase, receipt.diagnostics, style)
    }

    private static func text(_ notification: VerifiedNotification, _ style: Style) -> String {
        let subtype = notification.subtype.map { ", " + $0.rawValue } ?? ""
        let rows: [Row] = [
            ("kind", "notification"),
            ("type", SafeText.printable(notification.notificationType.rawValue + subtype)),
            ("id", SafeText.printable(notification.notificationUUID)),
            ("app", SafeText.printable(notification.bundleIdentifier)),
            ("app id", notification.appID.map(String.init)),
            ("environment", SafeText.printable(notification.environment.rawValue)),
        ]
        var parts = [
            text(rows + signed(notification.signedDate, notification.verification), notification.diagnostics, style)
        ]
        if let transaction = notification.transaction {
            parts.append(text(transaction, "transaction", isNested: true, style))
        }
        if let renewalInfo = notification.renewalInfo { parts.append(text(renewalInfo, style)) }
        if let appTransaction = notification.appTransaction {
            parts.append(text(appTransaction, isNested: true, style))
        }
        return parts.joined(separator: "\n")
    }

    // MARK: Values

    private static func environment(_ receipt: AppReceipt) -> String {
        SafeText.printable(receipt.environment.rawValue) + (receipt.isVolumePurchase == true ? ", volume purchase" : "")
    }

    /// Returns the date and algorithm of a JWS's signature, and the trusted certificate.
    private static func signed(_ date: Date, _ verification: Verification) -> [Row] {
        [("signed", Timestamp.written(date)), ("signature", "ECDSA on P-256 with SHA-256")] + rows(verification)
    }

    private static func signed(_ verification: Verification) -> [Row] {
        [("signature", verification.digest == .sha1 ? "SHA-1 with RSA" : "SHA-256 with RSA")] + rows(verification)
    }

    private static func rows(_ verification: Verification) -> [Row] {
        [
            ("trusted", anchorName(verification.trustAnchor)),
            ("device", verification.isDeviceChecked ? "matches" : "not checked"),
        ]
    }

    private static func product(_ transaction: TransactionPayload) -> String {
        SafeText.printable(transaction.productID)
            + (transaction.productType?.word.map { " (\(SafeText.printable($0.lowercased())))" } ?? "")
    }

    private static func revocation(_ transaction: TransactionPayload) -> String? {
        transaction.revocationDate.map {
            Timestamp.string($0) + (transaction.revocationType.map { ", " + SafeText.printable($0.rawValue) } ?? "")
        }
    }

    private static func renewal(_ renewalInfo: VerifiedRenewalInfo) -> String? {
        switch renewalInfo.willAutoRenew {
        // The App Store retries the charge, and each attempt may fail.
        case true? where renewalInfo.isInBillingRetry == true: "auto-renew is on"
        case true?: "will renew"
        case false?: "will not renew"
        case nil: nil
        }
    }

    private static func offer(_ offer: TransactionOffer) -> String {
        let type: String? =
            switch offer.type {
            case .introductory: "introductory"
            case .promotional: "promotional"
            case .code: "offer code"
            case .winBack: "win-back"
            default: "type \(offer.type.rawValue)"
            }
        return [type, offer.id, offer.paymentMode?.rawValue, offer.period].compactMap { $0.map(SafeText.printable) }
            .joined(separator: ", ")
    }

    private static func price(_ milliunits: Int64?, _ currency: String?) -> String? {
        milliunits.map { Price.text($0) + (currency.map { " " + SafeText.printable($0) } ?? "") }
    }

    private static let appleRoots = [
        Fingerprint("b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"): "Apple Inc. Root CA",
        Fingerprint("63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"): "Apple Root CA - G3",
    ]

    private static func anchorName(_ anchor: Fingerprint) -> String {
        let short = anchor.description.prefix(16)
        return appleRoots[anchor].map { "\($0) (\(short)…)" } ?? "\(short)…"
    }
}

extension PurchaseLedger {
    /// The first `appTransactionIDs`, with … for any others. The rows of the table contain all of them.
    var someAppTransactionIDs: [String] {
        let most = 10
        let sorted = appTransactionIDs.sorted()
        return sorted.count > most ? sorted.prefix(most) + ["…"] : sorted
    }
}
