import ArgumentParser
import ReceiptEssentials
import ReceiptKit
import ReceiptReports

/// The options that form the question to a ledger.
struct LedgerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The date to ask the ledger about (default the time of verification).", valueName: "date"),
        transform: DateOption.parse)
    var asOf: Date?

    @Option(
        name: .customLong("product"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A product to answer access for, or a name and the products that unlock it, such as all of a subscription group \
            (default each product that was bought). Repeatable.
            """, valueName: "id|name=id,id"), transform: Self.product)
    var products: [LedgerQuestion.Product] = []

    @Option(
        help: ArgumentHelp(
            """
            How long after signing evidence is treated as current: as often as you ask Apple (default 0).
            """, valueName: "seconds"), transform: Self.seconds)
    var staleAfter: Int?

    @Option(
        name: .customLong("non-renewing"), parsing: .singleValue,
        help: ArgumentHelp(
            "How many days a non-renewing subscription lasts, because evidence doesn't say. Repeatable.",
            valueName: "id=days"
        ),
        transform: Self.duration)
    var nonRenewing: [Duration] = []

    @Option(
        help: ArgumentHelp(
            "All products of a subscription group: also answer whether the customer may have its introductory offer.",
            valueName: "id,id"), transform: Self.introductoryOffer)
    var introOfferProducts: [String]?

    @Option(
        name: .customLong("transaction"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A transaction whose purchase to find, by any identifier that the purchase ever had. Repeatable.
            """, valueName: "id"))
    var transactions: [String] = []

    @Option(
        help: ArgumentHelp(
            "Also answer whether the customer first acquired the app before this version.", valueName: "version"),
        transform: Self.version)
    var firstAcquiredBefore: String?

    /// A function that returns the question for the ledger, given the time of verification.
    typealias Question = @Sendable (Date) -> LedgerQuestion

    struct Duration {
        let product: String
        let days: Int
    }

    func validate() throws {
        guard products.isEmpty || LedgerQuestion.areAccepted(products) else {
            let most = LedgerQuestion.mostProducts
            throw ValidationError(
                "--product repeats a name, or names more than \(most) products: give each name once.")
        }
        if !transactions.isEmpty, LedgerQuestion.transactionIDs(transactions) == nil {
            throw ValidationError(
                "--transaction is an identifier; give at most \(LedgerQuestion.mostTransactions) of them.")
        }
        if Set(nonRenewing.map { Array($0.product.utf8) }).count < nonRenewing.count {
            throw ValidationError("--non-renewing names a product twice.")
        }
    }

    /// Rejects questions if the output is a table, which contains only purchases.
    func checkForTable() throws {
        try ValidationError.check(
            [
                "--product": !products.isEmpty, "--stale-after": staleAfter != nil,
                "--non-renewing": !nonRenewing.isEmpty, "--intro-offer-products": introOfferProducts != nil,
                "--transaction": !transactions.isEmpty, "--first-acquired-before": firstAcquiredBefore != nil,
            ], "works with text and JSON; --format csv only has purchases, and no access.")
    }

    var question: Question {
        let (date, products) = (asOf, products.isEmpty ? nil : products)
        let durations = nonRenewing.map { (Array($0.product.utf8), $0.days) }
        let transactionIDs = LedgerQuestion.transactionIDs(transactions) ?? []
        return { [staleAfter, introOfferProducts, firstAcquiredBefore] now in
            var question = LedgerQuestion(asOf: date ?? now)
            question.products = products
            question.staleAfter = staleAfter ?? 0
            question.nonRenewing = Dictionary(durations) { first, _ in first }
            question.introductoryOfferProducts = introOfferProducts
            question.transactionIDs = transactionIDs
            question.firstAcquiredBefore = firstAcquiredBefore
            return question
        }
    }

    // MARK: Reading

    @Sendable private static func product(_ argument: String) throws -> LedgerQuestion.Product {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let identifiers = identifiers(parts[parts.count - 1]), !parts[0].isEmpty,
            parts.count == 2 || identifiers.count == 1
        else {
            throw ValidationError("Expected ID or NAME=ID,ID…, such as pro=com.example.monthly,com.example.yearly.")
        }
        return LedgerQuestion.Product(name: String(parts[0]), identifiers: identifiers)
    }

    @Sendable private static func seconds(_ argument: String) throws -> Int {
        guard let seconds = LedgerQuestion.number(argument, in: LedgerQuestion.staleness) else {
            let most = LedgerQuestion.staleness.upperBound
            throw ValidationError("Expected a whole number of seconds from 0 to \(most), such as 3600.")
        }
        return seconds
    }

    @Sendable private static func duration(_ argument: String) throws -> Duration {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let days = LedgerQuestion.number(parts[1], in: LedgerQuestion.days)
        else {
            let most = LedgerQuestion.days.upperBound
            throw ValidationError(
                "Expected ID=DAYS, a whole number of days from 1 to \(most), such as com.example.season=90.")
        }
        return Duration(product: String(parts[0]), days: days)
    }

    @Sendable private static func version(_ argument: String) throws -> String {
        guard FirstAcquiredAnswer.isVersion(argument) else {
            throw ValidationError("Expected a version, numbers separated by dots, such as 2.0.")
        }
        return argument
    }

    @Sendable private static func introductoryOffer(_ argument: String) throws -> [String] {
        guard let identifiers = identifiers(argument[...]), identifiers.count <= LedgerQuestion.mostProducts else {
            throw ValidationError("Expected ID,ID…, such as com.example.monthly,com.example.yearly.")
        }
        return identifiers
    }

    /// Splits identifiers at commas. Returns nil if one is empty.
    private static func identifiers(_ text: Substring) -> [String]? {
        let identifiers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return identifiers.contains("") ? nil : identifiers
    }
}
