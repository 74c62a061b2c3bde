internal import ReceiptEssentials

/// Which purchases of a subscription added seats to a period that another purchase began: both transactions hold, and the period is one.
///
/// That period is the last one of the product that had begun. An addition that ends with it or before, or was refunded in full, is shown as
/// part of it. One that outlasts it, because the other transaction was revoked, is a period of its own too.
///
/// Every transaction of such a period says so. One that doesn't, as far as the evidence goes, is of it if it ends with one that does.
struct SeatAdditions {
    /// In the ledger's order.
    private(set) var spans: [PurchaseSpan]
    /// The places of all purchases that share a period, the one that began it first, for each such period.
    private(set) var families: [[Int]] = []
    /// The places of the additions that are listed with a purchase that is shown, by its place: each with the last one before it.
    private(set) var listed: [Int: [Int]] = [:]

    init(_ unchanged: [PurchaseSpan]) {
        spans = unchanged
        guard spans.contains(where: \.isOfAddedSeats) else { return }
        let added = spans.filter(\.isOfAddedSeats)
        let seated = Dictionary(grouping: added, by: \.product).mapValues { Set($0.map(\.term)) }
        func isOfAddedSeats(_ span: PurchaseSpan, besides first: PurchaseSpan) -> Bool {
            span.isOfAddedSeats || span.term == first.term && seated[span.product]?.contains(span.term) == true
        }
        /// The places of each product's last period.
        var last: [Int: [Int]] = [:]
        // Of what starts at once, the period comes before what was added to it.
        func order(_ place: Int) -> (TimeInterval, Int, Int) {
            (spans[place].start, spans[place].isOfAddedSeats ? 1 : 0, place)
        }
        for place in spans.indices.sorted(by: { order($0) < order($1) }) where !spans[place].isOvertaken {
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

    private mutating func show(_ places: [Int]) {
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
