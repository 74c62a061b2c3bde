import ReceiptFields
import TestSupport
import Testing

@Suite("Fields: missing, empty, malformed, repeated")
struct FieldRuleTests {
    @Test("The sample has every property")
    func sample() throws {
        let receipt = try AppReceipt(payload: FieldCase.sampleReceipt.encoding)
        let absent = FieldCase.all.filter { $0.isNil(receipt) }.map(\.type)
        #expect(absent == [1712])
        #expect(receipt.diagnostics.isEmpty)
        #expect(receipt.environment == .sandbox)
        #expect(receipt.appID == 6_000_000_000)
        #expect(receipt.bundleIdentifier == "com.example.app")
        #expect(receipt.appVersion == "42")
        #expect(receipt.opaqueValue == Array(1...16))
        #expect(receipt.deviceHash == Array(0x20..<0x34))
        #expect(receipt.ageRating == "4+")
        #expect(receipt.downloadID == 502_310_178_040_006_302)
        #expect(receipt.appVersionID == 7)
        #expect(receipt.originalAppVersion == "1.0")
        #expect(receipt.purchases.map(\.transactionID) == ["1000000000000002", "1000000000000004"])
        let purchase = try #require(receipt.purchases.first)
        #expect(purchase.purchasedQuantity == 2)
        #expect(purchase.productID == "com.example.monthly")
        #expect(purchase.originalTransactionID == "1000000000000001")
        #expect(purchase.productType == .autoRenewable)
        #expect(purchase.productAppID == 5_000_000_000)
        #expect(purchase.webOrderLineItemID == 1_000_000_000_000_003)
        #expect(purchase.isTrialPeriod == false)
        #expect(purchase.isInIntroOfferPeriod == true)
        #expect(purchase.cancellationReason == .developerIssue)
        #expect(purchase.promotionalOfferID == "spring")
        #expect(purchase.ownershipType == .purchased)
        #expect(Array(receipt.bundleIdentifierBytes) == TLV.utf8("com.example.app"))
        #expect(Array(receipt.opaqueValueBytes) == Array(1...16))
        #expect(Array(receipt.deviceHashBytes) == receipt.deviceHash)
    }

    @Test(
        "PAY-04, PAY-05, PAY-07, PAY-08, PAY-10, PAY-11, DEV-01, DEV-04 missing, empty, malformed, repeated: an error where Apple documents the attribute, else nil and a diagnostic",
        arguments: FieldCase.all)
    func refused(_ field: FieldCase) throws {
        for (payload, error) in field.refusals {
            if field.rule == .lenient {
                let receipt = try AppReceipt(payload: payload)
                #expect(receipt.diagnostics == [error])
                #expect(field.isNil(receipt))
                #expect(receipt.purchases.count == 2)
            } else {
                #expect(throws: error) { try AppReceipt(payload: payload) }
            }
        }
    }

    @Test(
        "Missing or empty: absent, if it isn't required", arguments: FieldCase.all.filter { !$0.isRequired })
    func absent(_ field: FieldCase) throws {
        let changes =
            [{ (set: SampleSet) in set.removing(field.type) }]
            + (field.emptyText.map { text in [{ (set: SampleSet) in set.replacing(field.type, text) }] } ?? [])
        for change in changes {
            let receipt = try AppReceipt(payload: field.receipt(change).payload)
            #expect(field.isNil(receipt))
            #expect(receipt.diagnostics.isEmpty)
        }
    }

    @Test(
        "An undocumented attribute three times: one diagnostic, and it stays nil",
        arguments: FieldCase.all.filter { $0.rule == .lenient })
    func repeatedOften(_ field: FieldCase) throws {
        let original = field.isInPurchase ? FieldCase.samplePurchase : FieldCase.sampleReceipt
        let row = original.rows[original.index(of: field.type)]
        let (payload, set, offset) = field.receipt { $0.appending(row).appending(row).appending(row) }
        let receipt = try AppReceipt(payload: payload)
        let second = offset + set.start(original.rows.count)
        #expect(receipt.diagnostics == [FormatError(.repeatedAttribute, path: field.path, offset: second)])
        #expect(field.isNil(receipt))
    }

    @Test(
        "An undocumented attribute first malformed, then good: still nil, with both reasons",
        arguments: FieldCase.all.filter { $0.rule == .lenient })
    func malformedThenRepeated(_ field: FieldCase) throws {
        let original = field.isInPurchase ? FieldCase.samplePurchase : FieldCase.sampleReceipt
        let index = original.index(of: field.type)
        let (payload, set, offset) = field.receipt { $0.inserting(SampleSet.Row(field.type, TLV.null), at: index) }
        let receipt = try AppReceipt(payload: payload)
        #expect(receipt.diagnostics.map(\.code) == ["der.tag", "attribute.repeated"])
        #expect(receipt.diagnostics.map(\.path) == [field.path, field.path])
        #expect(receipt.diagnostics.map(\.offset) == [offset + set.valueStart(index), offset + set.start(index + 1)])
        #expect(field.isNil(receipt))
    }

    @Test("DEV-04 the opaque value is any bytes")
    func opaqueValue() throws {
        for opaque in [[7], [0x0C, 0x7F], TLV.utf8("text"), [UInt8](repeating: 0xFF, count: 65_536)] {
            #expect(try AppReceipt(payload: SampleSet.receipt.replacing(4, opaque).encoding).opaqueValue == opaque)
        }
    }

    @Test("ACC-03 order does not matter, and ACC-09 neither do purchases")
    func order() throws {
        let reversed = SampleSet(SampleSet.receipt.rows.reversed())
        let receipt = try AppReceipt(payload: reversed.encoding)
        #expect(receipt.purchases.map(\.transactionID) == ["1000000000000004", "1000000000000002"])
        #expect(receipt.bundleIdentifier == "com.example.app")
        #expect(try AppReceipt(payload: SampleSet.receipt.removing(17).encoding).purchases.isEmpty)
    }

    @Test("PAY-09, PAY-15 contradictory dates and equal transactions are kept as signed")
    func nonsense() throws {
        let odd = SampleSet.purchase.replacing(1708, TLV.ia5("2010-01-01T00:00:00Z"))
            .replacing(1712, TLV.ia5("2009-01-01T00:00:00Z")).replacing(1702, TLV.utf8("other"))
        let set = SampleSet.receipt.appending(SampleSet.Row(17, odd.encoding))
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(receipt.purchases.map(\.transactionID) == ["1000000000000002", "1000000000000004", "1000000000000002"])
        let last = try #require(receipt.purchases.last)
        #expect(last.expirationDate == Oracle.instant("2010-01-01T00:00:00Z"))
        #expect(last.cancellationDate == Oracle.instant("2009-01-01T00:00:00Z"))
    }
}
