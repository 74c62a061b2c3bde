#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Finds the renewals of a subscription that were charged in advance and then overtaken by a change of product.
///
/// Of two overlapping rows with different products the one with the later purchase date counts, with one exception: a row
/// that starts exactly when an earlier row of the same product expires is a renewal, charged up to a day ahead, and loses to
/// a row of another product that began inside that earlier row. Seen in real receipts: *lite* until 03:36:17, changed to
/// *optimum* at 03:36:06, and yet a renewal of *lite* from 03:36:17.
///
/// A renewal that lost in this way overtakes nothing in its turn: the next renewal of the product that was switched to starts
/// inside of it, and stays what counts.
struct AdvanceRenewals {
    /// For each row of the chain that was overtaken, until when another one counts in its place.
    private(set) var overtakenUntil: [Int: TimeInterval] = [:]

    private struct Ending: Hashable {
        let product: Int
        let end: TimeInterval
    }

    /// - Parameter rows: the rows of one subscription that count, in ledger order.
    init(_ rows: [RowOutline]) {
        guard let first = rows.first, rows.contains(where: { $0.product != first.product }) else { return }
        var firstStarts: [Ending: TimeInterval] = [:]
        var switches = LatestEnds(count: rows.count)
        var pending = 0
        for (place, row) in rows.enumerated() {
            while rows[pending].start < row.start {
                if overtakenUntil[pending] == nil { switches.insert(pending, rows[pending]) }
                pending += 1
            }
            let renewed = firstStarts[Ending(product: row.product, end: row.start)]
            if let renewed {
                let from = partitionPoint(0..<place) { rows[$0].start < renewed }
                let end = switches.latestEnd(from: from, except: row.product)
                if end > row.start { overtakenUntil[place] = end }
            }
            let ending = Ending(product: row.product, end: row.end)
            firstStarts[ending] = min(firstStarts[ending] ?? row.start, row.start)
        }
    }
}

/// The latest end among rows from a place on, whose product is not a given one. Adding and asking take O(log n).
///
/// A binary indexed tree (Fenwick, 1994), counted from the end, whose nodes keep the best two products.
private struct LatestEnds {
    private struct Node {
        var best = (end: -TimeInterval.infinity, product: -1)
        var second = -TimeInterval.infinity
    }

    private var nodes: [Node]

    init(count: Int) { nodes = Array(repeating: Node(), count: count) }

    mutating func insert(_ place: Int, _ row: RowOutline) {
        var index = nodes.count - 1 - place
        while index < nodes.count {
            let best = nodes[index].best
            if best.product == row.product {
                nodes[index].best.end = max(best.end, row.end)
            } else if row.end > best.end {
                nodes[index] = Node(best: (row.end, row.product), second: best.end)
            } else {
                nodes[index].second = max(nodes[index].second, row.end)
            }
            index |= index + 1
        }
    }

    func latestEnd(from place: Int, except product: Int) -> TimeInterval {
        var end = -TimeInterval.infinity
        var index = nodes.count - 1 - place
        while index >= 0 {
            end = max(end, nodes[index].best.product == product ? nodes[index].second : nodes[index].best.end)
            index = (index & (index + 1)) - 1
        }
        return end
    }
}
