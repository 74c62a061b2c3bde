import Foundation
import Hummingbird
import HummingbirdTesting
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Acknowledged evidence is stored")
    struct DurabilityTests {
        static let count = 1000
        private static let roots = ["../../Fixtures/root.cer", "../../Fixtures/jws-root.cer"]

        private func start(_ database: String) async throws -> ServerProcess {
            let trust = Self.roots.flatMap { ["--trust-root", $0] }
            return try await ServerProcess(["--bundle-id", "com.example.app", "--database", database] + trust)
        }

        private func purchase(_ index: Int) -> String { String(420_000_000_000_000 + index) }
        private func account(_ index: Int) -> String { "00000000-0000-4000-8000-00000000000\(index % 10)" }

        /// Sends all receipts with eight workers. Each stops when the server is gone.
        private func send(
            _ receipts: [[UInt8]], but done: Set<Int>, to port: Int, answered: @escaping @Sendable (Int, Answer) -> Void
        ) async {
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        let client = TestClient(host: "127.0.0.1", port: port)
                        client.connect()
                        for index in stride(from: worker, to: receipts.count, by: 8) where !done.contains(index) {
                            do {
                                let response = try await client.post(
                                    "/accounts/\(account(index))/evidence", body: ByteBuffer(bytes: receipts[index]))
                                let text = response.body.map { String(buffer: $0) } ?? ""
                                answered(index, Answer(status: response.status.code, text: text))
                            } catch { break }
                        }
                        try? await client.shutdown()
                    }
                }
            }
        }

        @Test(
            "No acknowledged evidence is lost if the server is killed three times during 1,000 requests",
            arguments: Backend.available)
        func killed(_ backend: Backend) async throws {
            let receipts = try (0..<Self.count).map { try Subject.receipt(Subject.pro(purchase($0))) }
            // This test crashes PostgreSQL, so it doesn't share the other tests' server.
            let postgres = backend == .postgres ? try Postgres.start() : nil
            defer { try? postgres?.remove() }
            try await Postgres.$current.withValue(postgres) {
                try await backend.withDatabase { database in
                    let acknowledged = Collected<Int>()
                    for _ in 0..<3 {
                        let server = try await start(database)
                        let limit = acknowledged.all.count + Self.count / 4
                        await send(receipts, but: Set(acknowledged.all), to: server.port) { index, answer in
                            #expect(answer.status == 200)
                            if acknowledged.append(index) == limit { server.kill() }
                        }
                        #expect((limit..<Self.count).contains(acknowledged.all.count))
                        try postgres?.crash()
                        try postgres?.startAgain()
                        try await requireAll(acknowledged.all, database)
                    }

                    // Clients repeat requests that got no response. Whether or not those were stored, in the end each
                    // piece is stored once.
                    let server = try await start(database)
                    let before = Set(acknowledged.all)
                    let known = Collected<Int>()
                    await send(receipts, but: [], to: server.port) { index, answer in
                        #expect(answer.status == 200)
                        if answer.isNew == false { known.append(index) }
                    }
                    #expect(before.isSubset(of: known.all))
                    try await requireAll(Array(0..<Self.count), database)
                    let rows = try await backend.store(database).read { try $0.rows("SELECT digest FROM evidence", []) }
                    #expect(rows.count == Self.count)
                    print("\(backend.rawValue): \(before.count) acknowledged, \(known.all.count) were there")
                }
            }
        }

        /// Checks that a restarted server has all of them.
        private func requireAll(_ indices: [Int], _ database: String) async throws {
            let server = try await start(database)
            try await TestClient.withClient(host: "127.0.0.1", port: server.port) { client in
                for (account, indices) in Dictionary(grouping: indices, by: account) {
                    let response = try await client.get("/accounts/\(account)/entitlements?at=2024-05-01T00:00:00Z")
                    let text = response.body.map { String(buffer: $0) } ?? ""
                    let lost = indices.filter { !text.contains(purchase($0)) }
                    #expect(lost == [], "\(response.status)")
                }
            }
        }

        @Test("A SQLite commit waits for the disk")
        func synchronous() async throws {
            try await Backend.sqlite.withDatabase { database in
                let store = try Backend.sqlite.store(database)
                let settings = try await store.read { sql in
                    try ["synchronous", "journal_mode"].map { try sql.rows("PRAGMA \($0)", []) }
                }
                #expect(settings == [[[.integer(2)]], [[.text("delete")]]])
            }
        }

        @Test("A PostgreSQL commit waits for the disk", .enabled(if: Backend.available.contains(.postgres)))
        func synchronousCommit() async throws {
            try await Backend.postgres.withDatabase { database in
                let store = try Backend.postgres.store(database)
                let setting = try await store.read {
                    try $0.rows("SELECT current_setting('synchronous_commit')", [])
                }
                #expect(setting == [[.text("on")]])
            }
        }

        @Test("The store reconnects to a restarted PostgreSQL", .enabled(if: Backend.available.contains(.postgres)))
        func reconnects() async throws {
            let postgres = try Postgres.start()
            defer { try? postgres.remove() }
            let store = try PostgresStore(url: try postgres.makeDatabase())
            let purchases = try await PurchaseStore(store, subject: "com.example.app, production")
            try postgres.crash()
            await #expect(throws: PostgresError.self) { try await purchases.transfer("1", to: UUID()) }
            try postgres.startAgain()
            #expect(try await purchases.transfer("1", to: UUID()) == [])
        }
    }
}
