// Introductory offers: facts on subscriptions, 6; design-3, 1; section 1.

package enum ModelEligibility: Equatable, Sendable {
    /// Eligible for this reason: `newCustomer` or `lapsed`.
    case eligible(String, knownAsOf: Double)
    /// Not eligible for this reason: `offerUsed` or `subscribed`, with the position of the purchase that shows it.
    case ineligible(String, position: Int, knownAsOf: Double)
    /// Undetermined for this reason: `noProducts`, `missing`, `unknownGroup` or `incompleteHistory`.
    case undetermined(String, knownAsOf: Double?)
}

extension LedgerModel {
    /// "By group also that" no subscription "of an unknown group stands in the way".
    package func eligibility(
        inGroup group: String, _ time: Double, staleAfter: Double = 0, assumingCompleteHistory: Bool = false
    ) -> ModelEligibility {
        let own = chains.filter { groups($0).contains { isSameText($0, group) } }
        let isUnknown = chains.contains { groups($0).isEmpty }
        return eligibility(own, isUnknown, time, staleAfter, assumingCompleteHistory)
    }

    /// `products` must be all products of a group.
    package func eligibility(
        ofProducts products: [String], _ time: Double, staleAfter: Double = 0, assumingCompleteHistory: Bool = false
    ) -> ModelEligibility {
        if products.isEmpty { return .undetermined("noProducts", knownAsOf: nil) }
        // Interpretation: also a product that a renewal info names, since a subscription renews within its group.
        let named = chains.filter { chain in
            products.contains { product in
                members(chain).contains { isSameText(product, rows[$0].product) } || isNamed(product, chain)
            }
        }
        // Design-2: "by subscriptionGroupID where it is known."
        let known = named.flatMap(groups)
        let own = chains.filter { chain in
            named.contains(chain) || groups(chain).contains { one in known.contains { isSameText($0, one) } }
        }
        return eligibility(own, false, time, staleAfter, assumingCompleteHistory)
    }

    private func groups(_ chain: [Int]) -> [String] { members(chain).compactMap { rows[$0].transaction?.group } }

    private func eligibility(
        _ own: [[Int]], _ isUnknown: Bool, _ time: Double, _ staleAfter: Double, _ isComplete: Bool
    ) -> ModelEligibility {
        let asOf = (own.map { knownAsOf($0, time) } + receipts.map(\.created)).max()
        // "If any has is_trial_period or is_in_intro_offer_period: not eligible." Refunded ones are not exempt.
        for position in own.flatMap(members).sorted() {
            let row = rows[position]
            let start = min(row.start, row.originallyPurchased ?? row.start)
            if start <= time, row.claims.contains(where: { $0.isTrial || $0.isIntroductory }) {
                return .ineligible("offerUsed", position: position, knownAsOf: asOf ?? row.latest.date)
            }
        }
        // "Currently subscribed: not eligible."
        for chain in own {
            if let position = entitled(chain, time, staleAfter).last?.position {
                return .ineligible("subscribed", position: position, knownAsOf: knownAsOf(chain, time))
            }
        }
        // Rule 57.
        if own.contains(where: hasHole) { return .undetermined("incompleteHistory", knownAsOf: asOf) }
        // "newCustomer needs an app receipt in the ledger or the caller's word. Never eligible because nothing could be
        // looked up." Interpretation: a customer whose subscription expired needs it too, because the introductory
        // offer may be older than the evidence.
        guard isComplete || !receipts.isEmpty else { return .undetermined("incompleteHistory", knownAsOf: asOf) }
        // "undetermined while something of a subscription of the group is missing, and has knownAsOf."
        // Rule 59: "also with that word".
        if own.contains(where: { missing($0, time, staleAfter) != nil }) {
            return .undetermined("missing", knownAsOf: asOf)
        }
        if isUnknown { return .undetermined("unknownGroup", knownAsOf: asOf) }
        return .eligible(own.isEmpty ? "newCustomer" : "lapsed", knownAsOf: asOf ?? -.infinity)
    }

    /// Rule 57.
    private func hasHole(_ chain: [Int]) -> Bool {
        let all = members(chain)
        if let previous = all.compactMap({ rows[$0].transaction?.previous }).last,
            !chains.contains(where: { isSameText(original($0), previous) })
        {
            return true
        }
        if beginning(chain) < (all.map { rows[$0].start }.min() ?? .infinity) - day { return true }
        let name = original(chain)
        if isXcode, name == "0" { return false }
        return !all.contains { rows[$0].claims.contains { isSameText($0.transaction, name) } }
    }
}
