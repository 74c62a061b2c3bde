internal import ReceiptEssentials

/// The purchases that added seats to a period which another purchase began (rule 20). All these transactions are valid, but they form one
/// period.
///
/// An addition belongs to the last period of its product that had begun. It is shown as part of that period if it ends with the period or
/// earlier, or was refunded in full. An addition that outlasts the period, because the transaction that began the period was revoked, is
/// also shown as a period of its own.
///
/// Apple marks every transaction of such a period. An unmarked transaction belongs to the period if it ends at the same time as a marked
/// one.
struct SeatAdditions {
    /// All spans, in the ledger's order.
    private(set) var spans: [PurchaseSpan]
    /// For each period with added seats, the indices of its purchases. The first one began the period.
    private(set) var families: [[IndexOf<PurchaseSpan>]] = []
    /// For each purchase that is shown, the indices of the additions that are listed with it. Each addition is listed with the last shown
    /// purchase before it.
    private(set) var listed: [IndexOf<PurchaseSpan>: [IndexOf<PurchaseSpan>]] = [:]

    init(_ unchanged: [PurchaseSpan]) {
        spans = unchanged
        guard spans.contains(where: \.isOfAddedSeats) else { return }
        let added = spans.filter(\.isOfAddedSeats)
        let seated = Dictionary(grouping: added, by: \.product).mapValues { Set($0.map(\.term)) }
        func isOfAddedSeats(_ span: PurchaseSpan, besides first: PurchaseSpan) -> Bool {
            span.isOfAddedSeats || span.term == first.term && seated[span.product]?.contains(span.term) == true
        }
        /// For each product, the indices of the purchases of its last period.
        var last: [IndexOf<ProductIndex.Product>: [IndexOf<PurchaseSpan>]] = [:]
        // If several purchases start at the same time, the one that began the period comes before the additions.
        func order(_ place: IndexOf<PurchaseSpan>) -> (TimeInterval, Int, IndexOf<PurchaseSpan>) {
            (spans[place].start, spans[place].isOfAddedSeats ? 1 : 0, place)
        }
        for place in spans.places.sorted(by: { order($0) < order($1) }) where !spans[place].isOvertaken {
            let span = spans[place]
            if let first = last[span.product]?.first, span.start < spans[first].term,
                isOfAddedSeats(span, besides: spans[first])
            {
                last[span.product]?.append(place)
            } else {
                show(last.updateValue([place], forKey: span.product) ?? [])
            }
        }
        for places in last.values { show(places) }
    }

    private mutating func show(_ places: [IndexOf<PurchaseSpan>]) {
        guard places.count > 1 else { return }
        var end = -TimeInterval.infinity
        var shown = places[0]
        for place in places {
            if place != places[0] {
                spans[place].isPart = spans[place].isVoid || spans[place].end <= end
                listed[shown, default: []].append(place)
                if !spans[place].isPart { shown = place }
            }
            end = max(end, spans[place].end)
        }
        families.append(places)
    }
}
