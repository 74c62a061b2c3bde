import Foundation
import ReceiptFields
import Testing

/// Tests the rules for each member of StoreKit 2's payloads.
@Suite("StoreKit 2's payloads")
struct PayloadRuleTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sample: PayloadSample
        let required: [String]
        let strict: [String]
        let diagnostics: @Sendable ([UInt8]) throws -> [FormatError]
        /// All other members of the field table.
        let lenient: [String]

        /// - Parameter optional: The names of strict members that may be missing.
        init(
            _ name: String, _ sample: PayloadSample, _ table: FieldTable, required: [String], optional: [String],
            _ diagnostics: @escaping @Sendable ([UInt8]) throws -> [FormatError]
        ) {
            testDescription = name
            self.sample = sample
            self.required = required
            let strict = required + optional
            self.strict = strict
            lenient = table.fields.map(\.key.description).filter { !strict.contains($0) }
            self.diagnostics = diagnostics
        }

        static let all = [
            Kind(
                "transaction", .transaction, TransactionPayload.table,
                required: [
                    "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "environment",
                    "signedDate",
                ],
                optional: [
                    "webOrderLineItemId", "originalPurchaseDate", "expiresDate", "quantity", "type",
                    "inAppOwnershipType",
                    "revocationDate", "revocationType", "isUpgraded",
                ]
            ) { try TransactionPayload(json: $0).diagnostics },
            Kind(
                "renewal info", .renewalInfo, RenewalInfoPayload.table,
                required: ["originalTransactionId", "autoRenewProductId", "environment", "signedDate"],
                optional: ["autoRenewStatus", "isInBillingRetryPeriod", "gracePeriodExpiresDate"]
            ) { try RenewalInfoPayload(json: $0).diagnostics },
            Kind(
                "app transaction", .appTransaction, AppTransactionPayload.table,
                required: ["bundleId", "receiptType", "receiptCreationDate", "originalApplicationVersion"],
                optional: ["appAppleId", "originalPurchaseDate"]
            ) { try AppTransactionPayload(json: $0).diagnostics },
            Kind(
                "notification", .notification, NotificationPayload.table,
                required: ["notificationType", "notificationUUID", "signedDate"],
                optional: ["data", "summary", "externalPurchaseToken", "appData"]
            ) { try NotificationPayload(json: $0).diagnostics },
            Kind(
                "realtime request", .realtimeRequest, RealtimeRequestPayload.table,
                required: [
                    "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier",
                    "environment", "signedDate",
                ], optional: []
            ) {
                _ = try RealtimeRequestPayload(json: $0)
                return []
            },
        ]
    }

    /// A value that is invalid for every member of every kind: an array of objects.
    static let malformed = #"[{"a":[]}]"#

    @Test("All members at once", arguments: Kind.all)
    func complete(kind: Kind) throws {
        #expect(try kind.diagnostics(kind.sample.json).isEmpty)
    }

    @Test("JWS-20 a missing required member is named", arguments: Kind.all)
    func missing(kind: Kind) {
        for name in kind.required {
            let expected = FormatError(.missingMember, path: .member(name), offset: 0)
            #expect(throws: expected) { try kind.diagnostics(kind.sample.without(name).json) }
            #expect(throws: expected, "null is absent") { try kind.diagnostics(kind.sample.with(name, "null").json) }
        }
    }

    @Test("An optional member may be missing or null", arguments: Kind.all)
    func optional(kind: Kind) throws {
        for name in kind.strict + kind.lenient where !kind.required.contains(name) && name != "data" {
            #expect(try kind.diagnostics(kind.sample.without(name).json).isEmpty)
            #expect(try kind.diagnostics(kind.sample.with(name, "null").json).isEmpty)
        }
    }

    @Test("JWS-18 a malformed member on which decisions depend is an error", arguments: Kind.all)
    func strict(kind: Kind) {
        for name in kind.strict {
            for value in [Self.malformed, #""""#, "-1e308", "1e400"] {
                let sample = kind.sample.with(name, value)
                let offset = sample.json.count - value.utf8.count - 1
                #expect(throws: FormatError(.malformedMember, path: .member(name), offset: offset)) {
                    try kind.diagnostics(sample.json)
                }
            }
        }
    }

    @Test(
        "ACC-16 any other malformed member is a diagnostic, and members unknown to the library are none",
        arguments: Kind.all)
    func lenient(kind: Kind) throws {
        for name in kind.lenient {
            let sample = kind.sample.with(name, Self.malformed)
            let offset = sample.json.count - Self.malformed.utf8.count - 1
            #expect(
                try kind.diagnostics(sample.json)
                    == [FormatError(.malformedMember, path: .member(name), offset: offset)])
        }
        #expect(try kind.diagnostics(kind.sample.with("tomorrow", Self.malformed).json).isEmpty)
    }

    @Test("JWS-12 a repeated member is rejected, at any position and in any spelling", arguments: Kind.all)
    func repeated(kind: Kind) throws {
        for member in kind.sample.members {
            let escaped = "\\u00" + String(member.name.utf8.first ?? 0, radix: 16) + member.name.dropFirst()
            var twice = kind.sample
            twice.members.append((escaped, member.value))
            let offset = twice.json.count - member.value.utf8.count - escaped.utf8.count - 4
            #expect(throws: FormatError(.repeatedMember(Array(member.name.utf8)), offset: offset)) {
                try kind.diagnostics(twice.json)
            }
        }
    }

    @Test("A required member may have escapes in its name", arguments: Kind.all)
    func escaped(kind: Kind) throws {
        for name in kind.required {
            var sample = kind.sample
            let index = try #require(sample.members.firstIndex { $0.name == name })
            sample.members[index].name = "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
            #expect(try kind.diagnostics(sample.json).isEmpty, "\(name)")
        }
    }

    @Test("JWS-18 not a JSON object", arguments: ["", "[]", "1", "null", #""a""#, "{", "\u{FEFF}{}"])
    func notAnObject(text: String) {
        for kind in Kind.all {
            #expect {
                try kind.diagnostics(Array(text.utf8))
            } throws: {
                ($0 as? FormatError)?.code == "json.syntax"
            }
        }
    }
}
