internal import ReceiptEssentials
internal import ReceiptFields
package import ReceiptKit

/// The answer about access to a product, or to several products under one name, as readable text.
package struct AccessWords {
    private let name: String
    private let access: Access

    package init(_ name: String, _ access: Access) { (self.name, self.access) = (name, access) }

    /// One line, such as `granted until 2024-06-01T12:00:00Z`.
    package var line: String {
        switch access {
        case .granted(let entitlement): "granted" + source(entitlement) + end(entitlement, Timestamp.string)
        case .denied(let denial): "denied: " + reason(denial)
        case .undetermined(let answer): "undetermined: " + missing(answer) + since(answer) + question(answer)
        }
    }

    /// Returns a sentence for a picture, or nil if access is denied: the picture then shows the reason.
    func sentence(_ day: (Date) -> String) -> String? {
        switch access {
        case .granted(let entitlement): "Entitled to \(name)\(source(entitlement))\(end(entitlement, day))."
        case .denied: nil
        case .undetermined(let answer): "Undetermined: \(name), \(missing(answer))."
        }
    }

    private func source(_ entitlement: Entitlement) -> String {
        entitlement.productID.utf8.elementsEqual(name.utf8) ? "" : " by \(entitlement.productID)"
    }

    private func end(_ entitlement: Entitlement, _ text: (Date) -> String) -> String {
        (entitlement.endDate.map { " until \(text($0))" } ?? " for good")
            + (entitlement.state == .inGracePeriod ? ", in the grace period" : "")
    }

    private func reason(_ denial: Access.Denial) -> String {
        switch denial.reason {
        case .noPurchaseKnown: "no purchase is known"
        case .notAnEntitlement where denial.purchase?.productType == .nonRenewable: "how long it lasts isn't known"
        case .notAnEntitlement: "not an entitlement"
        case .notStarted: "begins" + (denial.purchase.map { " on \(Timestamp.string($0.purchaseDate))" } ?? " later")
        case .revoked: "revoked" + (denial.revocationDate.map { " on \(Timestamp.string($0))" } ?? "")
        default: denial.reason.rawValue + (denial.since.map { " since \(Timestamp.string($0))" } ?? "")
        }
    }

    private func missing(_ answer: Access.Undetermined) -> String {
        answer.missing.map(\.words).sorted().joined(separator: ", ")
    }

    private func since(_ answer: Access.Undetermined) -> String {
        answer.since.map { "; no known access since \(Timestamp.string($0))" } ?? ""
    }

    private func question(_ answer: Access.Undetermined) -> String {
        let identifiers = answer.originalTransactionIDs
        if identifiers.isEmpty { return "" }
        let shown = identifiers.prefix(4).joined(separator: ", ")
        return "; ask Apple about \(shown)" + (identifiers.count > 4 ? " and \(identifiers.count - 4) more" : "")
    }
}
