import JSONSupport
import ReceiptFields

/// The objects in a transaction, each with a second table of its members. All are lenient.
extension TransactionPayload {
    func checkObjects(_ object: JSONTree) {
        let objects = ReferenceObjects(diagnostics: diagnostics)
        objects.check(commitmentInfo, object, "", "commitmentInfo", Self.commitment)
        objects.check(multiSeatInfo, object)
        objects.check(advancedCommerceInfo, object, "", "advancedCommerceInfo", Self.commerce) { info, object, path in
            objects.check(info.descriptors, object, path, "descriptors", AdvancedCommerce.Descriptors.members)
            objects.check(info.items, object, path)
        }
    }

    private static let commitment: [ReferenceMember<CommitmentInfo>] = [
        .lenient("billingPeriodNumber", .purchasedQuantity) { .whole($0.billingPeriodNumber) },
        .lenient("totalBillingPeriods", .purchasedQuantity) { .whole($0.totalBillingPeriods) },
        .lenient("commitmentExpiresDate", .date) { .date($0.expirationDate) },
        .lenient("commitmentPrice", .whole) { $0.priceMilliunits.map { .whole($0) } },
    ]

    private static let commerce: [ReferenceMember<AdvancedCommerceInfo>] = [
        .lenient("descriptors", .object) { $0.descriptors.map { _ in .object } },
        .lenient("estimatedTax", .whole) { $0.estimatedTaxMilliunits.map { .whole($0) } },
        .lenient("taxExclusivePrice", .whole) { $0.taxExclusivePriceMilliunits.map { .whole($0) } },
        .lenient("taxRate", .text) { .text($0.taxRate) }, .lenient("taxCode", .text) { .text($0.taxCode) },
        .lenient("period", .text) { .text($0.period) },
        .lenient("requestReferenceId", .text) { .text($0.requestReferenceID) },
        .lenient("items", .objects) { $0.items.map { _ in .object } },
    ]
}

/// The objects in a renewal info.
extension RenewalInfoPayload {
    func checkObjects(_ object: JSONTree) {
        let objects = ReferenceObjects(diagnostics: diagnostics)
        objects.check(commitmentInfo, object, "", "commitmentInfo", Self.commitment)
        objects.check(multiSeatInfo, object)
        objects.check(advancedCommerceInfo, object, "", "advancedCommerceInfo", Self.commerce) { info, object, path in
            objects.check(info.descriptors, object, path, "descriptors", AdvancedCommerce.Descriptors.members)
            objects.check(info.items, object, path)
        }
    }

    private static let commitment: [ReferenceMember<CommitmentInfo>] = [
        .lenient("commitmentAutoRenewProductId", .text) { .text($0.autoRenewProductID) },
        .lenient("commitmentAutoRenewStatus", .bit) { .flag($0.willAutoRenew) },
        .lenient("commitmentRenewalBillingPlanType", .text) { .text($0.renewalBillingPlanType?.rawValue) },
        .lenient("commitmentRenewalDate", .date) { .date($0.renewalDate) },
        .lenient("commitmentRenewalPrice", .whole) { $0.renewalPriceMilliunits.map { .whole($0) } },
    ]

    private static let commerce: [ReferenceMember<AdvancedCommerceInfo>] = [
        .lenient("consistencyToken", .text) { .text($0.consistencyToken) },
        .lenient("descriptors", .object) { $0.descriptors.map { _ in .object } },
        .lenient("period", .text) { .text($0.period) },
        .lenient("requestReferenceId", .text) { .text($0.requestReferenceID) },
        .lenient("taxCode", .text) { .text($0.taxCode) },
        .lenient("items", .objects) { $0.items.map { _ in .object } },
    ]
}

extension MultiSeatInfo {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("invitationManagement", .text) { .text($0.invitationManagement?.rawValue) },
        .lenient("priceTiers", .objects) { $0.priceTiers.map { _ in .object } },
        .lenient("revokedSeatQuantity", .small) { .whole($0.revokedSeatQuantity) },
        .lenient("renewalPriceTiers", .objects) { $0.renewalPriceTiers.map { _ in .object } },
    ]
}

extension AdvancedCommerce.Item {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("SKU", .text) { .text($0.sku) }, .lenient("description", .text) { .text($0.description) },
        .lenient("displayName", .text) { .text($0.displayName) },
        .lenient("price", .whole) { $0.priceMilliunits.map { .whole($0) } },
        .lenient("offer", .object) { $0.offer.map { _ in .object } },
        .lenient("priceIncreaseInfo", .object) { $0.priceIncreaseInfo.map { _ in .object } },
        .lenient("refunds", .objects) { $0.refunds.map { _ in .object } },
        .lenient("revocationDate", .date) { .date($0.revocationDate) },
    ]
}

extension MultiSeatInfo.PriceTier {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("price", .whole) { $0.priceMilliunits.map { .whole($0) } },
        .lenient("quantity", .small) { .whole($0.quantity) },
    ]
}

extension AdvancedCommerce.Descriptors {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("description", .text) { .text($0.description) },
        .lenient("displayName", .text) { .text($0.displayName) },
    ]
}

extension AdvancedCommerce.Offer {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("period", .text) { .text($0.period) }, .lenient("periodCount", .small) { .whole($0.periodCount) },
        .lenient("price", .whole) { $0.priceMilliunits.map { .whole($0) } },
        .lenient("reason", .text) { .text($0.reason?.rawValue) },
    ]
}

extension AdvancedCommerce.Refund {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("refundAmount", .whole) { $0.amountMilliunits.map { .whole($0) } },
        .lenient("refundDate", .date) { .date($0.date) },
        .lenient("refundType", .text) { .text($0.type?.rawValue) },
        .lenient("refundReason", .text) { .text($0.reason?.rawValue) },
    ]
}

extension AdvancedCommerce.PriceIncreaseInfo {
    fileprivate static let members: [ReferenceMember<Self>] = [
        .lenient("dependentSKUs", .texts) { $0.dependentSKUs.map { .texts($0.map { Array($0.utf8) }) } },
        .lenient("price", .whole) { $0.priceMilliunits.map { .whole($0) } },
        .lenient("status", .text) { .text($0.status?.rawValue) },
    ]
}

/// Compares objects in a payload with its JSON.
private struct ReferenceObjects {
    let diagnostics: [FormatError]

    typealias Inner<Object> = (Object, JSONTree, _ path: String) -> Void

    /// The payload's own members include a check that the object is present.
    func check<Object>(
        _ shown: Object?, _ outer: JSONTree, _ path: String, _ name: String, _ members: [ReferenceMember<Object>],
        _ inner: Inner<Object> = { _, _, _ in }
    ) {
        guard let shown, let tree = outer[name] else { return }
        check(shown, tree, path + name + ".", members, inner)
    }

    /// Elements that aren't objects are left out, and a diagnostic names each.
    func check<Object>(
        all shown: [Object]?, _ outer: JSONTree, _ path: String, _ name: String, _ members: [ReferenceMember<Object>],
        _ inner: Inner<Object> = { _, _, _ in }
    ) {
        guard let shown, case .array(let elements)? = outer[name] else { return }
        var rest = shown[...]
        for (place, element) in elements.enumerated() {
            let path = "\(path)\(name)[\(place)]"
            if case .object = element {
                guard let object = rest.popFirst() else { failed("\(path) is not shown") }
                check(object, element, path + ".", members, inner)
            } else if !isFull {
                require(
                    diagnostics.contains { $0.path == .member(path) } == (element != .null), "\(path): diagnostic")
            }
        }
        require(rest.isEmpty, "\(path)\(name): \(rest.count) more than there are")
    }

    func check(_ seats: MultiSeatInfo?, _ outer: JSONTree) {
        check(seats, outer, "", "multiSeatInfo", MultiSeatInfo.members) { seats, object, path in
            check(all: seats.priceTiers, object, path, "priceTiers", MultiSeatInfo.PriceTier.members)
            check(all: seats.renewalPriceTiers, object, path, "renewalPriceTiers", MultiSeatInfo.PriceTier.members)
        }
    }

    func check(_ items: [AdvancedCommerce.Item]?, _ outer: JSONTree, _ path: String) {
        check(all: items, outer, path, "items", AdvancedCommerce.Item.members) { item, object, path in
            check(item.offer, object, path, "offer", AdvancedCommerce.Offer.members)
            check(
                item.priceIncreaseInfo, object, path, "priceIncreaseInfo", AdvancedCommerce.PriceIncreaseInfo.members)
            check(all: item.refunds, object, path, "refunds", AdvancedCommerce.Refund.members)
        }
    }

    private func check<Object>(
        _ shown: Object, _ tree: JSONTree, _ path: String, _ members: [ReferenceMember<Object>], _ inner: Inner<Object>
    ) {
        // There can't be more diagnostics than the limit for a receipt.
        if !isFull { ReferenceKind(required: [], members: members).check(shown, diagnostics, tree, path) }
        inner(shown, tree, path)
    }

    private var isFull: Bool { diagnostics.count >= AppReceipt.maximumDiagnostics }
}
