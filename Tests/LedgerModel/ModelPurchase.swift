extension LedgerModel {
    /// One purchase: all its evidence, and the conclusions.
    package struct Row {
        /// The distinct copies, the one that is verified first at the beginning.
        package let claims: [ModelRow]
        package let receipt: ModelRow?
        package let transaction: ModelRow?
        package let transactionReceipt: ModelRow?
        /// The latest copy of each kind.
        private let heads: [ModelRow]
        package let type: Int?
        package let expires: Double?

        init(_ all: [ModelRow]) {
            var distinct: [ModelRow] = []
            for row in all {
                let same = distinct.firstIndex { $0.form == row.form && $0.encoding == row.encoding }
                if let same, !row.encoding.isEmpty {
                    distinct[same].date = max(distinct[same].date, row.date)
                } else {
                    distinct.append(row)
                }
            }
            claims = distinct.sorted { Self.isPreferred($0, to: $1) }
            receipt = claims.first { $0.form == .receipt }
            transaction = claims.first { $0.form == .transaction }
            transactionReceipt = claims.first { $0.form == .transactionReceipt }
            let latest = [receipt, transaction, transactionReceipt]
            heads = claims.filter { latest.contains($0) }
            // Rule 4.
            let types = (heads + claims).compactMap(\.type)
            (type, expires) = (types.first { !isUnknownType($0) } ?? types.first, heads.compactMap(\.expires).first)
        }

        private static func isPreferred(_ a: ModelRow, to b: ModelRow) -> Bool {
            if a.date != b.date { return a.date > b.date }
            let (one, two) = (a.originallyPurchased ?? -.infinity, b.originallyPurchased ?? -.infinity)
            if one != two { return one > two }
            if a.revoked != b.revoked { return a.revoked ?? -.infinity > b.revoked ?? -.infinity }
            if a.form != b.form { return a.form.rawValue > b.form.rawValue }
            return isShorterOrLess(b.encoding, a.encoding)
        }

        package var latest: ModelRow { claims[0] }
        package var product: String { latest.product }
        package var ownership: String? { heads.compactMap(\.ownership).first }
        package var originallyPurchased: Double? { heads.compactMap(\.originallyPurchased).first }
        package var isSubscription: Bool { isModelSubscription(type, expires) }
        var isOfUnknownType: Bool { isUnknownType(type) }
        package var isOwned: Bool { type == 0 }
        package var isNonRenewing: Bool { type == 2 }
        var isMonthlyCommitment: Bool { transaction?.billingPlan == "MONTHLY" }
        var carriesSeatAddition: Bool { claims.contains { $0.isSeatAddition && $0.isSubscription } }

        // MARK: Its own beginning and end

        package var start: Double {
            // Assumption: a restored purchase was owned since its original purchase; others begin at their purchase
            // date.
            let isRestorable = isOwned || isOfUnknownType && !isSubscription
            guard isRestorable, let originallyPurchased else { return latest.purchased }
            return min(originallyPurchased, latest.purchased)
        }

        /// The expiration date.
        package var term: Double { isSubscription ? expires ?? latest.purchased : .infinity }

        /// The earliest date at which evidence marked it as upgraded.
        package var upgraded: Double? { claims.filter(\.isUpgraded).map(\.date).min() }

        /// Design-2: "a consumable's refund only from transactions; other revocations from receipts and transactions; none from
        /// iOS 6", and a later variant without one restores it. Section 2: in sandbox "a later receipt's silence undoes no revocation".
        package var revoked: Double? {
            if type == 1 { return transaction?.revoked }
            for copy in claims where copy.form != .transactionReceipt {
                let isSilent = copy.form == .receipt && copy.isSandbox && copy.revoked == nil
                if !isSilent { return copy.revoked }
            }
            return nil
        }

        /// Section 2: "Only a full refund voids."
        var isFullRefund: Bool {
            // "A consumable is revoked by revocationPercentage 100 000 where there is one, else by its type."
            if type == 1, let percentage = transaction?.revocationPercentage { return percentage == 100_000 }
            // jws-2026, 6: "A reason other than 0 and 1 ends, and voids nothing before."
            let reasons = type == 1 ? [transaction].compactMap(\.self) : heads
            guard [nil, 0, 1].contains(reasons.compactMap(\.revocationReason).first) else { return false }
            if let type = transaction?.revocationType { return type == "REFUND_FULL" }
            // "A revoked FAMILY_SHARED purchase without a type ends on its date; so does one that is also upgraded."
            // Interpretation: so does any revoked purchase without a type that is also upgraded, not only a shared one,
            // because Apple refunds the rest. Assumption: like a shared purchase, an assigned seat wasn't bought by its
            // user.
            if ["FAMILY_SHARED", "ASSIGNED"].contains(ownership) || upgraded != nil { return false }
            // jws-2026, 6: for an advanced-commerce purchase, the refunds of the items decide.
            return !(transaction?.itemRefunds ?? []).contains { $0 != "FULL" }
        }

        /// Rule 40: revoked for a reason other than a refund.
        var isRevokedForChange: Bool {
            let reasons = type == 1 ? [transaction].compactMap(\.self) : heads
            guard revoked != nil, let reason = reasons.compactMap(\.revocationReason).first else { return false }
            return reason != 0 && reason != 1
        }

        /// The end after a revocation.
        var end: Double {
            guard let revoked else { return term }
            if isFullRefund { return start }
            // Assumption: a partly refunded consumable is not revoked.
            return type == 1 ? term : min(term, max(start, revoked))
        }

        /// True if it is treated as never purchased.
        package var isVoid: Bool { revoked != nil && end <= start }

        package func isRevoked(_ time: Double) -> Bool {
            guard let revoked else { return false }
            return isVoid || type != 1 && revoked <= time
        }

        // MARK: Evidence that it ran

        /// Section 2: "a transaction with reason PURCHASE".
        var isPurchase: Bool { claims.contains { $0.reason == "PURCHASE" } }
        /// A voided renewal is treated as never run: section 2, "so does a RENEWAL that was voided".
        // Assumption: so is a period revoked before it began, unless a copy calls it a PURCHASE.
        var isVoidRenewal: Bool {
            isVoid && (claims.contains { $0.reason == "RENEWAL" } || !isPurchase && revoked ?? .infinity <= start)
        }
        /// True if a copy that could mark it as upgraded or revoked, signed after the period had begun, doesn't.
        var isShownAfterItsStart: Bool { claims.contains { $0.form == .transaction && $0.isClean && $0.date >= start } }

        /// True if any copy at or after its start is clean, or reverses a revocation.
        var isCleanAfterItsStart: Bool { claims.contains { $0.isClean && $0.date >= start } }
        var isTakenBack: Bool { claims.contains { !$0.isClean && $0.date >= start } }
        var isRenewal: Bool { claims.contains { $0.reason == "RENEWAL" } }

        /// Design-3, 1: "An unrevoked transaction with reason RENEWAL, signed at s with p − 24 h ≤ s < p. s is the earliest ever
        /// merged."
        var signedAhead: Double? {
            if revoked != nil || start >= term { return nil }
            return chargedAhead
        }

        var chargedAhead: Double? {
            // Interpretation: any copy may have the reason, since older ones lack it.
            guard claims.contains(where: { $0.reason == "RENEWAL" }) else { return nil }
            let copies = claims.filter { $0.form == .transaction }
            return copies.map(\.date).filter { start - day <= $0 && $0 < start }.min()
        }
    }
}
