import Foundation
import ReceiptKit

/// The state of a product, by plain loops, as a text to compare.
enum States {
    static func name(_ product: String, _ time: Double, _ model: Model) -> String {
        let name = Array(product.utf8)
        let own = model.rows.filter { $0.product == name }
        let good = own.filter { !$0.isCancelled }
        let end = good.compactMap(\.span).filter { $0.from <= time }.map(\.to).max()
        if let end, time < end { return end == .infinity ? "active" : "active until \(end)" }
        if good.contains(where: { $0.span == nil && $0.start <= time }) { return "indefinite" }
        let isCancelled = own.contains { row in
            let span = row.span ?? (row.start, .infinity)
            return row.isCancelled && span.from <= time && time < span.to
        }
        if isCancelled { return "cancelled" }
        if let end { return "expired \(end)" }
        let next = good.map { $0.span?.from ?? $0.start }.filter { !($0 <= time) }.min()
        return next.map { "not started \($0)" } ?? "never"
    }

    static func name(_ state: ProductState) -> String {
        switch state {
        case .active(let end?, _): "active until \(end.timeIntervalSinceReferenceDate)"
        case .active: "active"
        case .indefinite: "indefinite"
        case .cancelled: "cancelled"
        case .expired(let date, _): "expired \(date.timeIntervalSinceReferenceDate)"
        case .notStarted(let date, _): "not started \(date.timeIntervalSinceReferenceDate)"
        case .neverPurchased: "never"
        }
    }
}
