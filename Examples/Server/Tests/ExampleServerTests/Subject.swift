import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import ReceiptKit
import ReceiptKitTesting

@testable import ExampleServer

/// The products and accounts of the tests.
enum Subject {
    static let now = Date.utc(2024, 7, 1)
    static let alice = "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b"
    static let bob = "9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"
    static let monthly = "410000000000100"

    static func policy() throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, environments: [.production, .sandbox],
            trust: .roots(try TestAuthority.standard.rootCertificates))
    }

    /// Three months, the last of which is refunded after ten days.
    static let story = TestStory(
        .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: monthly)
    ).renewing(times: 2).refunded(on: .utc(2024, 6, 11))

    /// The transaction that a client has after its first purchase.
    static func transaction(at date: Date = .utc(2024, 4, 2), token: String? = nil) throws -> String {
        var transactions = story.transactions(at: date)
        let last = transactions.count - 1
        transactions[last].appAccountToken = token
        return try TestAuthority.standard.sign(transactions[last])
    }

    /// Returns a notification from the App Store. Each has its own UUID, unless it repeats another one.
    static func notification(
        _ type: String, at date: Date, number: Int, token: String? = nil, signed: Date? = nil
    ) throws -> String {
        var transaction = story.transactions(at: date)[story.transactions(at: date).count - 1]
        transaction.appAccountToken = token
        var notification = TestNotification(
            .data(TestNotificationData(transaction: transaction)), type: type, signedDate: signed)
        notification.notificationUUID = "00000000-0000-4000-8000-00000000000\(number)"
        return try TestAuthority.standard.notificationBody(notification)
    }

    static func receipt(_ purchases: TestPurchase..., defects: [Defect] = []) throws -> [UInt8] {
        try TestAuthority.standard.sign(
            TestReceipt(bundleIdentifier: "com.example.app", purchases: purchases), defects: defects)
    }

    static func pro(_ transactionID: String) -> TestPurchase {
        .nonConsumable("com.example.pro", on: .utc(2024, 4, 1), transactionID: transactionID)
    }
}

/// A response.
struct Answer: Equatable, CustomStringConvertible {
    let status: Int
    let text: String
    /// `X-Request-ID`, which differs between otherwise equal responses.
    var requestID: String?

    static func == (one: Answer, other: Answer) -> Bool { one.status == other.status && one.text == other.text }

    /// The code of an error.
    var code: String? { text.firstMatch(of: /"code":"([^"]*)"/).map { String($0.1) } }
    var products: [String] { text.matches(of: /"productID":"([^"]*)"/).map { String($0.1) } }
    /// `granted`, `denied` or `undetermined`.
    var state: String? { text.firstMatch(of: /"state":"(granted|denied|undetermined)"/).map { String($0.1) } }
    /// The contents of the array.
    var askApple: String? { text.firstMatch(of: /"askApple":\[([^\]]*)\]/).map { String($0.1) } }
    /// `unsignedStatus`, or nil.
    var basis: String? { text.firstMatch(of: /"basis":"([^"]*)"/).map { String($0.1) } }
    /// The contents of the array.
    var failed: String? { text.firstMatch(of: /"failed":\[([^\]]*)\]/).map { String($0.1) } }
    var isNew: Bool? { text.contains(#""isNew":true"#) ? true : text.contains(#""isNew":false"#) ? false : nil }
    var description: String { "\(status) \(text)" }
}

/// A server without a network, with its database and its log.
struct TestServer: Sendable {
    let client: any TestClientProtocol
    let controller: PurchaseController
    let store: any Store
    let log: Collected<LogLine>

    static func run(
        _ backend: Backend, now: @escaping @Sendable () -> Date = { Subject.now }, sandboxAccounts: Set<UUID> = [],
        statuses: PurchaseController.Statuses? = nil, _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await backend.withDatabase { database in
            let store = try backend.store(database)
            let controller = PurchaseController(
                verifier: ReceiptVerifier(policy: try Subject.policy()),
                purchases: try await PurchaseStore(store, subject: "com.example.app, production"),
                now: now, sandboxAccounts: sandboxAccounts, statuses: statuses)
            let router = Router(context: PurchaseContext.self)
            router.add(middleware: RequestLog())
            controller.addRoutes(to: router)
            let log = Collected<LogLine>()
            let logger = Logger(label: "test") { _ in LogCollector(lines: log) }
            try await Application(router: router, logger: logger).test(.router) { client in
                try await body(TestServer(client: client, controller: controller, store: store, log: log))
            }
        }
    }

    func post(_ path: String, _ body: some Sequence<UInt8>) async throws -> Answer {
        answer(try await client.execute(uri: path, method: .post, body: ByteBuffer(bytes: body)))
    }

    func get(_ path: String) async throws -> Answer {
        answer(try await client.execute(uri: path, method: .get))
    }

    private func answer(_ response: TestResponse) -> Answer {
        Answer(
            status: response.status.code, text: String(buffer: response.body),
            requestID: RequestLog.identifier.flatMap { response.headers[$0] })
    }

    /// Returns the code in the log for the request that got this response.
    func loggedCode(_ answer: Answer) -> String? {
        log.all.first { $0.requestID == answer.requestID && $0.code != nil }?.code
    }

    func submit(_ evidence: some Sequence<UInt8>, for account: String) async throws -> Answer {
        try await post("/accounts/\(account)/evidence", evidence)
    }

    func notify(_ body: String) async throws -> Answer { try await post("/notifications", body.utf8) }

    func entitlements(of account: String, at date: String) async throws -> [String] {
        try await get("/accounts/\(account)/entitlements?at=\(date)").products
    }

    /// Returns whether an account may use the subscription, at a date or now.
    func access(of account: String, at date: String? = nil) async throws -> Answer {
        try await get("/accounts/\(account)/access?products=com.example.monthly" + (date.map { "&at=\($0)" } ?? ""))
    }

    func transfer(_ purchase: String, to account: String) async throws -> Answer {
        try await post(
            "/transfers", #"{"purchase":"\#(purchase)","account":"\#(account)"}"#.utf8)
    }

    func ledgers(of account: String) async throws -> [PurchaseLedger] {
        guard let account = UUID(uuidString: account) else { return [] }
        return try await controller.ledgers(of: account, at: Subject.now)
    }

    /// The number of rows.
    func count(_ table: String) async throws -> Int {
        try await store.read { try $0.rows("SELECT CAST(1 AS BIGINT) FROM \(table)", []).count }
    }
}

/// The parts of a log line that the tests read.
struct LogLine: Sendable {
    let requestID: String?
    let code: String?
    var message = ""
    var error: String?
}

struct LogCollector: LogHandler {
    let lines: Collected<LogLine>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.append(
            LogLine(
                requestID: metadata["hb.request.id"]?.description, code: event.metadata?["code"]?.description,
                message: event.message.description, error: event.metadata?["error"]?.description))
    }
}
