import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// Compares `Bindings/receiptkit.schema.json` with the field tables and with the objects below. If
/// RECEIPTKIT_WRITE_ANSWERS is set, writes it first. `Bindings/Python/check` validates the golden answers with it.
@Suite("The JSON Schema of all answers")
struct SchemaTests {
    @Test("The file is the one that the field tables and this test describe")
    func file() throws {
        let file = Fixtures.folder.deletingLastPathComponent().appendingPathComponent("Bindings/receiptkit.schema.json")
        let schema = try Self.schema()
        if ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1" {
            try schema.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == schema)
    }

    private static let environments = words(
        StoreEnvironment.production, StoreEnvironment.sandbox, StoreEnvironment.xcode, StoreEnvironment.localTesting)

    /// The members of every piece of evidence before its contents, and those after them.
    private static let head = "environment=\(environments) rawEnvironment? isVolumePurchase?:flag bundleID"
    private static let identity = head + " contentDigest:hexadecimal"

    /// The kinds of evidence: the prefix of their types, their value in JSON, and their contents.
    private static let kinds: [(name: String, kind: VerifiedEvidence.Kind, contents: String)] = [
        ("Receipt", .appReceipt, "receipt:Receipt"),
        ("Transaction", .transaction, "transaction:Transaction"),
        ("SubscriptionStatus", .subscriptionStatus, "transaction:Transaction renewalInfo:RenewalInfo"),
        ("AppTransaction", .appTransaction, "appTransaction:AppTransaction"),
        (
            "Notification", .notification,
            """
            notification:Notification transaction?:Transaction renewalInfo?:RenewalInfo \
            appTransaction?:AppTransaction
            """
        ),
        (
            "TransactionReceipt", .transactionReceipt,
            "transactionReceipt:TransactionReceipt claimedEnvironment=\(environments)"
        ),
    ]

    /// The objects with a field table. `members` has the type of each object and list in the table, and the members
    /// that several fields make.
    private static let tables: [(name: String, meaning: String, table: FieldTable, members: String)] = [
        ("PriceTier", "The price of some of the seats.", MultiSeatInfo.PriceTier.table, ""),
        (
            "MultiSeatInfo", "The seats of a multiseat subscription.", MultiSeatInfo.table,
            "priceTiers?:[PriceTier] renewalPriceTiers?:[PriceTier]"
        ),
        (
            "Descriptors", "The texts that the customer reads about an Advanced Commerce purchase.",
            AdvancedCommerce.Descriptors.table, ""
        ),
        ("ItemOffer", "The offer for an item of the Advanced Commerce API.", AdvancedCommerce.Offer.table, ""),
        ("Refund", "A refund of an item of the Advanced Commerce API.", AdvancedCommerce.Refund.table, ""),
        (
            "PriceIncreaseInfo", "A higher price of an item of the Advanced Commerce API.",
            AdvancedCommerce.PriceIncreaseInfo.table, "dependentSKUs?:[text]"
        ),
        (
            "Item", "An item of the Advanced Commerce API.", AdvancedCommerce.Item.table,
            "offer?:ItemOffer priceIncreaseInfo?:PriceIncreaseInfo refunds?:[Refund]"
        ),
        (
            "TransactionCommitment", "A transaction's commitment for several billing periods.",
            TransactionPayload.CommitmentInfo.table, ""
        ),
        (
            "TransactionAdvancedCommerceInfo", "The part of a transaction that the Advanced Commerce API adds.",
            TransactionPayload.AdvancedCommerceInfo.table, "descriptors?:Descriptors items?:[Item]"
        ),
        (
            "Transaction", "A signed transaction.", TransactionPayload.table,
            """
            commitmentInfo?:TransactionCommitment advancedCommerceInfo?:TransactionAdvancedCommerceInfo \
            multiSeatInfo?:MultiSeatInfo offer?:Offer \(unread)
            """
        ),
        (
            "RenewalCommitment", "The next commitment for several billing periods.",
            RenewalInfoPayload.CommitmentInfo.table, ""
        ),
        (
            "RenewalAdvancedCommerceInfo", "The part of a renewal info that the Advanced Commerce API adds.",
            RenewalInfoPayload.AdvancedCommerceInfo.table, "descriptors?:Descriptors items?:[Item]"
        ),
        (
            "RenewalInfo", "A signed renewal info.", RenewalInfoPayload.table,
            """
            eligibleWinBackOfferIDs?:[text] commitmentInfo?:RenewalCommitment \
            advancedCommerceInfo?:RenewalAdvancedCommerceInfo multiSeatInfo?:MultiSeatInfo offer?:Offer \(unread)
            """
        ),
        ("AppTransaction", "A signed app transaction.", AppTransactionPayload.table, unread),
        (
            "NotificationData", "The app and the subscription of a notification.",
            NotificationPayload.PurchaseData.table, ""
        ),
        (
            "NotificationSummary", "The result of a request to extend all subscribers' renewal dates.",
            NotificationPayload.Summary.table, "storefrontCountryCodes?:[text]"
        ),
        (
            "ExternalPurchaseToken", "An external purchase token.", NotificationPayload.ExternalPurchaseToken.table, ""
        ),
        ("NotificationAppData", "The app of a notification about an app.", NotificationPayload.AppData.table, ""),
        (
            "Notification", "A notification, without the JWS in it. It has one of the four objects.",
            NotificationPayload.table,
            """
            data?:NotificationData summary?:NotificationSummary externalPurchaseToken?:ExternalPurchaseToken \
            appData?:NotificationAppData \(unread)
            """
        ),
        ("ReceiptPurchase", "A purchase of an app receipt.", InAppPurchase.table, ""),
        ("Receipt", "An app receipt.", AppReceipt.table, "purchases:[ReceiptPurchase] diagnostics?:[text]"),
        (
            "TransactionReceipt", "An iOS 6 transaction receipt.", TransactionReceiptPayload.table,
            "diagnostics?:[text]"
        ),
    ]

    private static let unread = "unknownMembers?:any diagnostics?:[text]"

    /// The other objects, and the unions.
    private static let renewal = """
        willAutoRenew?:flag autoRenewPreference? renewalQuantity?:number commitmentWillAutoRenew?:flag \
        commitmentAutoRenewPreference?
        """
    private static let missing = words(
        Access.Missing.renewal, Access.Missing.billingRecovery, Access.Missing.productChange,
        Access.Missing.productType)
    private static let reasons = words(
        Access.Denial.Reason.noPurchaseKnown, Access.Denial.Reason.notStarted, Access.Denial.Reason.expired,
        Access.Denial.Reason.revoked, Access.Denial.Reason.replaced, Access.Denial.Reason.notAnEntitlement)
    private static let classes = words(
        ErrorClass.damaged, ErrorClass.notEvidence, ErrorClass.untrusted, ErrorClass.policy, ErrorClass.unsupported,
        ErrorClass.limit)

    private static let purchase = """
        originalTransactionID webOrderLineItemID? productID productType? subscriptionGroupID? purchaseDate:date \
        originalPurchaseDate?:date expirationDate?:date purchasedQuantity:number ownershipType? appAccountToken? \
        isTrialPeriod?:flag isInIntroOfferPeriod?:flag promotionalOfferID? offer?:Offer currency? price? \
        additionalTransactionReason? billingPlanType? commitmentInfo?:TransactionCommitment isUpgraded?:flag \
        revocationDate?:date revocationReason?:number revocationType? revocationPercentage?:number evidenceDate:date
        """

    private static let ledger: [(name: String, meaning: String, members: String)] = [
        (
            "Purchase", "A purchase, which several pieces of evidence may show.",
            "id transactionID transactionIDs:[text] \(purchase)"
        ),
        (
            "FoundPurchase", "A purchase that was asked for by an identifier, without the list of its identifiers.",
            "id transactionID \(purchase)"
        ),
        (
            "Entitlement", "A purchase that gives access, and its end. Without `endDate`, access never ends.",
            """
            productID state=\(words(
                Entitlement.State.owned, Entitlement.State.subscribed, Entitlement.State.inGracePeriod,
                Entitlement.State.nonRenewing)) \
            startDate:date endDate?:date seats?:number items?:[text] currency? price? billingPlanType? \
            commitmentInfo?:TransactionCommitment \(renewal) knownAsOf:date transactionID originalTransactionID
            """
        ),
        (
            "GrantedAccess", "The customer has access.",
            "state=granted entitlement:Entitlement transactionID knownAsOf:date"
        ),
        (
            "DeniedAccess", "The customer has no access.",
            "state=denied reason=\(reasons) since?:date revocationDate?:date transactionID? knownAsOf?:date"
        ),
        (
            "UndeterminedAccess", "Evidence may be missing: ask Apple about `originalTransactionIDs`.",
            """
            state=undetermined missing:[\(missing)] originalTransactionIDs:[text] since?:date transactionID? \
            knownAsOf:date
            """
        ),
        (
            "Access", "The access of a customer to a product. Compare `state` first.",
            "GrantedAccess|DeniedAccess|UndeterminedAccess"
        ),
        (
            "SubscriptionStatus", "The status of a subscription at a date.",
            """
            state=\(words(
                SubscriptionStatus.State.subscribed, SubscriptionStatus.State.inGracePeriod,
                SubscriptionStatus.State.inBillingRetryPeriod, SubscriptionStatus.State.expired,
                SubscriptionStatus.State.revoked)) \
            until?:date productID? \(renewal) renewalOffSince?:date billingIssueSince?:date missing?=\(missing) \
            knownAsOf:date
            """
        ),
        (
            "SubscriptionPeriod", "A period of a subscription.",
            """
            transactionID productID \
            kind=regular|trial|introductory|promotional|offerCode|winBack|retention promotionalOfferID? \
            startDate:date endDate?:date effectiveEndDate?:date revocationDate?:date revocationReason?:number \
            isOvertaken?:flag seatAdditions?:[text]
            """
        ),
        ("SubscriptionGap", "A time without a period.", "startDate:date endDate:date"),
        (
            "ProductChange", "A change of a subscription's product.",
            """
            date:date kind=\(words(
                ProductChange.Kind.whileRunning, ProductChange.Kind.atRenewal, ProductChange.Kind.afterGap)) \
            previousProductID productID
            """
        ),
        (
            "Subscription", "The history of a subscription. Before its start it has no `status`.",
            """
            originalTransactionID previousOriginalTransactionID? subscriptionGroupID? renewalInfo?:RenewalInfo \
            periods:[SubscriptionPeriod] gaps:[SubscriptionGap] productChanges:[ProductChange] \
            status?:SubscriptionStatus
            """
        ),
        (
            "IntroductoryOfferEligibility", "The eligibility for an introductory offer, if products were named.",
            """
            answer=eligible|ineligible|undetermined \
            reason=newCustomer|offerUnused|offerUsed|subscribed|incompleteHistory|missingEvidence|unknownGroup\
            |unknownTrial|noProducts knownAsOf?:date
            """
        ),
        (
            "FirstAcquired", "The first version of the app that the customer had.",
            """
            originalAppVersions:[text] originalPlatform? answer?=before|notBefore|undetermined \
            reason?=environment|absent|notDottedNumbers|invalidVersion|contradiction
            """
        ),
        (
            "Ledger", "One customer's purchases and the access that they give.",
            """
            asOf:date purchases:[Purchase] subscriptions:[Subscription] entitlements:[Entitlement] access:{Access} \
            introductoryOfferEligibility?:IntroductoryOfferEligibility transactions?:{FoundPurchase|null} \
            latest:{text} firstAcquired?:FirstAcquired appTransactionIDs:[text] appAccountTokens:[text]
            """
        ),
        (
            "LedgerAnswer", "The ledger of verified evidence. Without evidence it has no `environment` and `bundleID`.",
            "verdict=verified environment?=\(environments) bundleID? ledger:Ledger"
        ),
        (
            "ErrorAnswer", "The reason why something isn't verified. Errors of a call have no `class`.",
            "code class?=\(classes) message hint? support"
        ),
        (
            "RejectedAnswer", "The verdict on evidence that isn't verified, in a ledger with its place in the list.",
            "index?:number verdict=refused|unreadable error:ErrorAnswer"
        ),
        ("CallErrorAnswer", "The answer to an invalid call, or to a policy that isn't one.", "error:ErrorAnswer"),
    ]

    /// All definitions, each after those that it names.
    private static func definitions() throws -> [(name: String, meaning: String, members: String)] {
        var all = [
            ("Offer", "The offer of a transaction or renewal info.", "type:number id? paymentMode? period?"),
            (
                "Verification", "The result of verifying a piece of evidence.",
                """
                date:date deviceChecked:flag digest=\(words(DigestAlgorithm.sha1, DigestAlgorithm.sha256)) \
                signer:hexadecimal trustAnchor:hexadecimal
                """
            ),
        ]
        let types = try pageTypes()
        for object in tables {
            all.append((object.name, object.meaning, try members(of: object.table, object.members, types)))
        }
        for (suffix, meaning, verdict) in [
            ("Evidence", "An element of a list: the contents of", ""),
            ("Answer", "The contents of verified evidence:", "verdict=verified "),
        ] {
            for (name, kind, contents) in kinds {
                let members = "\(verdict)kind=\(kind.rawValue) \(identity) \(contents) verification:Verification"
                all.append((name + suffix, "\(meaning) a `\(kind.rawValue)`.", members))
            }
            let union = kinds.map { $0.name + suffix }.joined(separator: "|")
            if verdict.isEmpty {
                all.append(("EvidenceElement", "An element of a list. Compare `kind` first.", union))
                continue
            }
            all.append(
                (
                    "ListAnswer", "The contents of a list. Its elements have their own members.",
                    "verdict=verified kind=list environment?=\(environments) bundleID? evidence:[EvidenceElement]"
                ))
            all.append(
                ("VerifiedAnswer", "The contents of verified evidence. Compare `kind` first.", union + "|ListAnswer"))
        }
        return all + ledger
    }

    /// Returns the members of a field table, in its order, and after them those of `others` that aren't in it.
    private static func members(of table: FieldTable, _ others: String, _ types: [String: String]) throws -> String {
        var others = others.split(separator: " ").map(String.init)
        var members: [String] = []
        for field in table.fields {
            guard let name = field.member?.description else { continue }
            if let index = others.firstIndex(where: { $0.split { "?:=".contains($0) }.first.map(String.init) == name })
            {
                members.append(others.remove(at: index))
            } else if field.form == .environment {
                members.append("environment=\(environments) rawEnvironment?")
            } else {
                let type = try #require(types[name], "the page Command line and JSON has no \(name)")
                members.append(name + (field.rule == .required ? "" : "?") + ":" + type)
            }
        }
        return (members + others).joined(separator: " ")
    }

    /// The type of each member on the page *Command line and JSON*. A member has the same type everywhere on that page.
    private static func pageTypes() throws -> [String: String] {
        let page = Fixtures.folder.deletingLastPathComponent()
            .appendingPathComponent("Documentation.docc/Articles/CommandLineAndJSON.md")
        var types: [String: String] = [:]
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 4 else { continue }
            types[String(cells[0].dropFirst().dropLast())] =
                ["string": "text", "Boolean": "flag"][cells[1]] ?? cells[1]
        }
        return types
    }

    private static func words<Word: RawRepresentable<String>>(_ words: Word...) -> String {
        words.map(\.rawValue).joined(separator: "|")
    }
}

extension SchemaTests {
    /// Returns the schema as text: the keywords of JSON Schema 2020-12 for the notation above. A member is `name` or
    /// `name?`, followed by `:type` unless that is text, or by `=` and the values that it may have.
    fileprivate static func schema() throws -> String {
        // The members decide which answer it is. If each could be any, one with a wrong value would be another one with
        // unknown members.
        var text = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "The answers of receiptkit_verify, receiptkit_ledger, and of receipt-server's /v1/verify and /v1/ledger",
              "description": "A later version may add members, and values to an enum. SchemaTests generates this file.",
              "if": { "required": ["ledger"] },
              "then": \(type("LedgerAnswer")),
              "else": {
                "if": { "required": ["verdict"] },
                "then": \(type("VerifiedAnswer|RejectedAnswer")),
                "else": \(type("CallErrorAnswer"))
              },
              "$defs": {

            """
        let definitions = try definitions()
        for (name, meaning, members) in definitions {
            text += #"    "\#(name)": {"# + "\n" + #"      "description": "\#(meaning)","# + "\n"
            let list = members.split(separator: " ").map(String.init)
            if list.count == 1, list[0].contains("|"), !list[0].contains("=") {
                text +=
                    #"      "anyOf": [\#(list[0].split(separator: "|").map { type(String($0)) }.joined(separator: ", "))]"#
            } else {
                let names = list.map { String($0.prefix { !":=?".contains($0) }) }
                let required = zip(list, names).filter { !$0.dropFirst($1.count).hasPrefix("?") }.map { "\"\($1)\"" }
                text += #"      "type": "object","# + "\n"
                if !required.isEmpty { text += #"      "required": [\#(required.joined(separator: ", "))],"# + "\n" }
                let properties = zip(list, names).map { member, name in
                    var rest = member.dropFirst(name.count)
                    if rest.hasPrefix("?") { rest = rest.dropFirst() }
                    let schema =
                        rest.isEmpty
                        ? type("text")
                        : rest.hasPrefix("=") ? "{ \(values(rest.dropFirst())) }" : type(String(rest.dropFirst()))
                    return #"        "\#(name)": \#(schema)"#
                }
                text += "      \"properties\": {\n" + properties.joined(separator: ",\n") + "\n      }"
            }
            text += "\n    }" + (name == definitions.last?.name ? "\n" : ",\n")
        }
        return text + "  }\n}\n"
    }

    private static func values(_ words: some StringProtocol) -> String {
        let words = words.split(separator: "|").map { "\"\($0)\"" }
        return words.count == 1 ? "\"const\": \(words[0])" : "\"enum\": [\(words.joined(separator: ", "))]"
    }

    private static func type(_ name: String) -> String {
        switch name {
        case "text": return #"{ "type": "string" }"#
        case "date": return #"{ "type": "string", "format": "date-time" }"#
        case "hexadecimal": return #"{ "type": "string", "pattern": "^([0-9a-f]{2})*$" }"#
        case "number": return #"{ "type": "integer" }"#
        case "flag": return #"{ "type": "boolean" }"#
        case "null": return #"{ "type": "null" }"#
        case "any": return #"{ "type": "object" }"#
        default: break
        }
        if name.hasPrefix("[") {
            return #"{ "type": "array", "items": \#(type(String(name.dropFirst().dropLast()))) }"#
        }
        if name.hasPrefix("{") {
            return #"{ "type": "object", "additionalProperties": \#(type(String(name.dropFirst().dropLast()))) }"#
        }
        if name.first?.isUppercase != true { return "{ \(values(name)) }" }
        let union = name.split(separator: "|").map(String.init)
        if union.count > 1 { return #"{ "anyOf": [\#(union.map(type).joined(separator: ", "))] }"# }
        return ##"{ "$ref": "#/$defs/\##(name)" }"##
    }
}
