import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Groups files for `ledger --group`: they become one ledger if they have the same app and environment, and share an
/// original transaction directly or through other files.
struct GroupedReports {
    private struct Key: Hashable {
        let bundleIdentifier: [UInt8]
        let environment: StoreEnvironment
        let transaction: [UInt8]
    }

    private var reports: [VerificationReport] = []
    /// The group of each report, as the index of another report in the group, or its own.
    private var parents: [Int] = []
    /// The first file that contains an original transaction.
    private var owners: [Key: Int] = [:]

    mutating func add(_ report: VerificationReport) {
        let place = reports.count
        reports.append(report)
        parents.append(place)
        guard let evidence = report.evidence, case .ledger(let ledger) = MergedLedger([evidence]) else { return }
        let app = Array(ledger.bundleIdentifier.utf8)
        for purchase in ledger {
            let key = Key(
                bundleIdentifier: app, environment: ledger.environment,
                transaction: Array(purchase.originalTransactionID.utf8))
            if let owner = owners[key] { join(place, owner) } else { owners[key] = place }
        }
    }

    /// Joins two groups. The group with the earlier first file becomes the parent.
    private mutating func join(_ one: Int, _ other: Int) {
        let (a, b) = (root(one), root(other))
        parents[max(a, b)] = min(a, b)
    }

    private mutating func root(_ place: Int) -> Int {
        var root = place
        while parents[root] != root {
            parents[root] = parents[parents[root]]
            root = parents[root]
        }
        return root
    }

    /// Returns the files of each group, ordered by their first file.
    mutating func groups() -> [[VerificationReport]] {
        var groups: [Int: [VerificationReport]] = [:]
        for place in reports.indices { groups[root(place), default: []].append(reports[place]) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
