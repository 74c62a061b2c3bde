import Foundation
import ReceiptFields
import Testing

/// Tests the objects in StoreKit 2's payloads.
@Suite("Objects in StoreKit 2's payloads")
struct NestedObjectTests {
    @Test("Every member of a transaction's objects is in its property")
    func transaction() throws {
        let payload = try TransactionPayload(json: PayloadSample.transaction.json)
        #expect(payload.previousOriginalTransactionID == "1900000000000001")
        #expect(payload.billingPlanType == .monthly)
        #expect(payload.additionalTransactionReason == .seatAddition)
        let commitment = try #require(payload.commitmentInfo)
        #expect((commitment.billingPeriodNumber, commitment.totalBillingPeriods) == (3, 12))
        #expect(commitment.expirationDate == Date(timeIntervalSince1970: 1_746_100_800))
        #expect((commitment.priceMilliunits, commitment.price) == (59_880, Decimal(string: "59.88")))
        let seats = try #require(payload.multiSeatInfo)
        #expect((seats.invitationManagement, seats.revokedSeatQuantity) == (.apple, 1))
        #expect(seats.priceTiers?.map(\.priceMilliunits) == [4_000, 5_000])
        #expect(seats.priceTiers?.map(\.quantity) == [3, 2])
        #expect(seats.priceTiers?.first?.price == 4)
        let commerce = try #require(payload.advancedCommerceInfo)
        let descriptors = try #require(commerce.descriptors)
        #expect((descriptors.description, descriptors.displayName) == ("All of it", "Everything"))
        #expect(
            (commerce.estimatedTax, commerce.taxExclusivePrice) == (Decimal(string: "0.75"), Decimal(string: "4.24")))
        #expect((commerce.taxRate, commerce.taxCode, commerce.period) == ("0.15", "C003-00-1", "P1M"))
        #expect(commerce.requestReferenceID == "4b6c7d8e-9fa0-4b1c-8d2e-3f4a5b6c7d8e")
        let items = try #require(commerce.items)
        #expect(items.map(\.sku) == ["one", "two"])
        let item = try #require(items.first)
        #expect((item.description, item.displayName, item.price) == ("The first", "One", Decimal(string: "1.99")))
        #expect(item.revocationDate == Date(timeIntervalSince1970: 1_715_000_000))
        let offer = try #require(item.offer)
        #expect((offer.period, offer.periodCount, offer.price) == ("P1W", 2, Decimal(string: "0.99")))
        #expect(offer.reason == .winBack)
        let refunds = try #require(item.refunds)
        #expect(refunds.map(\.amount) == [Decimal(string: "0.5"), Decimal(string: "0.49")])
        #expect(refunds.first?.date == Date(timeIntervalSince1970: 1_715_000_000))
        #expect((refunds.first?.type, refunds.first?.reason) == (.prorated, .legal))
    }

    @Test("Every member of a renewal info's objects is in its property")
    func renewalInfo() throws {
        let payload = try RenewalInfoPayload(json: PayloadSample.renewalInfo.json)
        #expect((payload.renewalQuantity, payload.renewalBillingPlanType) == (4, .billedUpfront))
        let commitment = try #require(payload.commitmentInfo)
        #expect((commitment.autoRenewProductID, commitment.willAutoRenew) == ("com.example.yearly", false))
        #expect(commitment.renewalBillingPlanType == .monthly)
        #expect(commitment.renewalDate == Date(timeIntervalSince1970: 1_746_100_800))
        #expect((commitment.renewalPriceMilliunits, commitment.renewalPrice) == (71_880, Decimal(string: "71.88")))
        #expect(payload.multiSeatInfo?.renewalPriceTiers?.map(\.quantity) == [4])
        let commerce = try #require(payload.advancedCommerceInfo)
        #expect((commerce.consistencyToken, commerce.descriptors?.displayName) == ("abc", "Everything"))
        #expect((commerce.period, commerce.requestReferenceID, commerce.taxCode) == ("P1Y", "r", "C003-00-1"))
        let item = try #require(commerce.items?.first)
        #expect((item.sku, item.description, item.displayName) == ("one", "The first", "One"))
        #expect((item.price, item.offer?.period) == (Decimal(string: "1.99"), "P1W"))
        let increase = try #require(item.priceIncreaseInfo)
        #expect((increase.dependentSKUs, increase.price) == (["two", "three"], Decimal(string: "2.99")))
        #expect(increase.status == .pending)
    }

    @Test("A malformed member of an object is a diagnostic with its whole path, and all others are there")
    func path() throws {
        let value =
            #"{"taxRate":"0.2","items":[null,{"SKU":"a","refunds":[{"refundAmount":true,"refundType":"FULL"},7]}]}"#
        let sample = PayloadSample.transaction.with("advancedCommerceInfo", value)
        let payload = try TransactionPayload(json: sample.json)
        let start = sample.json.count - value.utf8.count - 1
        #expect(
            payload.diagnostics == [
                FormatError(
                    .malformedMember, path: .member("advancedCommerceInfo.items[1].refunds[0].refundAmount"),
                    offset: start + 69),
                FormatError(
                    .malformedMember, path: .member("advancedCommerceInfo.items[1].refunds[1]"), offset: start + 95),
            ])
        let item = try #require(payload.advancedCommerceInfo?.items?.first)
        #expect((item.sku, item.refunds?.count, item.refunds?.first?.type) == ("a", 1, .full))
    }
}
