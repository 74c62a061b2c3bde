extension LedgerModel {
    /// One purchase: all its evidence, and the conclusions. A class, because access to a member of a structure in an
    /// array may copy all the evidence.
    package final class Row: Sendable {
        /// The distinct copies, with the preferred one first.
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
            // Rule 7: a restored purchase has been owned since its original purchase; other purchases begin at their purchase date.
            let isRestorable = isOwned || isOfUnknownType && !isSubscription
            guard isRestorable, let originallyPurchased else { return latest.purchased }
            return min(originallyPurchased, latest.purchased)
        }

        /// The expiration date.
        package var term: Double { isSubscription ? expires ?? latest.purchased : .infinity }

        /// The earliest date at which evidence marked it as upgraded.
        package var upgraded: Double? { claims.filter(\.isUpgraded).map(\.date).min() }

        /// Rule 8: only transactions can state a consumable's revocation, and iOS 6 receipts none. A later copy without the
        /// date restores the purchase, except that a sandbox receipt restores nothing.
        package var revoked: Double? {
            if type == 1 { return transaction?.revoked }
            for copy in claims where copy.form != .transactionReceipt {
                let isSilent = copy.form == .receipt && copy.isSandbox && copy.revoked == nil
                if !isSilent { return copy.revoked }
            }
            return nil
        }

        /// Rule 9: a full refund voids a purchase.
        var isFullRefund: Bool {
            // Rule 9: for a consumable, `revocationPercentage` decides if it is stated.
            if type == 1, let percentage = transaction?.revocationPercentage { return percentage == 100_000 }
            // Rule 9: the reason is absent, 0 or 1.
            let reasons = type == 1 ? [transaction].compactMap(\.self) : heads
            guard [nil, 0, 1].contains(reasons.compactMap(\.revocationReason).first) else { return false }
            if let type = transaction?.revocationType { return type == "REFUND_FULL" }
            // Rule 9: without a type, a purchase that is upgraded, shared or assigned isn't refunded in full. Apple refunds the rest at an
            // upgrade, and a shared purchase or an assigned seat wasn't bought by its user.
            if ["FAMILY_SHARED", "ASSIGNED"].contains(ownership) || upgraded != nil { return false }
            // Rule 9: all refunds of Advanced Commerce items must be full.
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
            // Rule 9: only a full refund revokes a consumable.
            return type == 1 ? term : min(term, max(start, revoked))
        }

        /// True if it is treated as never purchased.
        package var isVoid: Bool { revoked != nil && end <= start }

        package func isRevoked(_ time: Double) -> Bool {
            guard let revoked else { return false }
            return isVoid || type != 1 && revoked <= time
        }

        // MARK: Evidence that it ran

        /// A purchase has the reason that any copy states.
        var isPurchase: Bool { claims.contains { $0.reason == "PURCHASE" } }
        /// A voided renewal: a void period that any copy calls RENEWAL, or that no copy calls PURCHASE and that was revoked
        /// at its start or before (rule 16).
        var isVoidRenewal: Bool {
            isVoid && (claims.contains { $0.reason == "RENEWAL" } || !isPurchase && revoked ?? .infinity <= start)
        }
        /// True if a copy that was signed after the period had begun, and that could mark it as upgraded or revoked, marks it as neither.
        var isShownAfterItsStart: Bool { claims.contains { $0.form == .transaction && $0.isClean && $0.date >= start } }

        /// True if any copy at or after its start is clean, or reverses a revocation.
        var isCleanAfterItsStart: Bool { claims.contains { $0.isClean && $0.date >= start } }
        var isTakenBack: Bool { claims.contains { !$0.isClean && $0.date >= start } }
        var isRenewal: Bool { claims.contains { $0.reason == "RENEWAL" } }

        /// Rule 29: when a renewal that isn't revoked was charged ahead.
        var signedAhead: Double? {
            if revoked != nil || start >= term { return nil }
            return chargedAhead
        }

        var chargedAhead: Double? {
            // One copy with the reason is enough, because older copies lack it.
            guard claims.contains(where: { $0.reason == "RENEWAL" }) else { return nil }
            let copies = claims.filter { $0.form == .transaction }
            return copies.map(\.date).filter { start - day <= $0 && $0 < start }.min()
        }
    }
}
