// Rules 55 to 60: introductory offers.

package enum ModelEligibility: Equatable, Sendable {
    /// Eligible for this reason: `newCustomer` or `lapsed`.
    case eligible(String, knownAsOf: Double)
    /// Not eligible for this reason: `offerUsed` or `subscribed`, with the position of the purchase that shows it.
    case ineligible(String, position: Int, knownAsOf: Double)
    /// Undetermined for this reason: `noProducts`, `missing`, `unknownGroup` or `incompleteHistory`.
    case undetermined(String, knownAsOf: Double?)
}

extension LedgerModel {
    /// Rule 60: the group by its identifier.
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
        // Rule 55: also the subscription whose info names a product of the group.
        let named = chains.filter { chain in
            products.contains { product in
                members(chain).contains { isSameText(product, rows[$0].product) } || isNamed(product, chain)
            }
        }
        // Rule 55: the products that transactions put into the same group.
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
        // Rule 55: even if it was refunded.
        for position in own.flatMap(members).sorted() {
            let row = rows[position]
            let start = min(row.start, row.originallyPurchased ?? row.start)
            if start <= time, row.claims.contains(where: { $0.isTrial || $0.isIntroductory }) {
                return .ineligible("offerUsed", position: position, knownAsOf: asOf ?? row.latest.date)
            }
        }
        // Rule 56.
        for chain in own {
            if let position = entitled(chain, time, staleAfter).last?.position {
                return .ineligible("subscribed", position: position, knownAsOf: knownAsOf(chain, time))
            }
        }
        // Rule 57.
        if own.contains(where: hasHole) { return .undetermined("incompleteHistory", knownAsOf: asOf) }
        // Rule 59: without an app receipt, the caller must say that the history is complete. This is also necessary for
        // a customer whose subscription expired, because the introductory offer may be older than the evidence.
        guard isComplete || !receipts.isEmpty else { return .undetermined("incompleteHistory", knownAsOf: asOf) }
        // Rule 59: something is missing, even if the caller says that the history is complete.
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
