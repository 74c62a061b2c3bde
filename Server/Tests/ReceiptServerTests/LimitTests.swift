import Foundation
import ReceiptKitTesting
import Testing

@Suite("Limits")
struct LimitTests {
    private static let turnedAway = #"receipt_server_connections_closed_total{reason="tooMany"}"#

    @Test("Connections above the maximum are closed immediately, without a log line for each")
    func connections() throws {
        let server = try Subject.server(["--max-connections", "3"])
        #expect(server.log.contains("maxConnections=3"))
        var kept = try (0..<3).map { _ in try Connection(server.port) }
        func answers() throws {
            for connection in kept {
                try connection.send(Subject.request("GET", "/health"))
                #expect(try connection.answer().status == 200)
            }
        }
        try answers()
        for _ in 0..<20 { #expect(try Connection(server.port).isAtEnd()) }
        try answers()
        let lines = server.log.split(separator: "\n").filter { $0.contains("connections turned away") }
        // One line for the first, and one for the others after ten seconds.
        #expect((1...2).contains(lines.count))
        #expect(lines.first?.contains("count=1 maximum=3") == true)
        // When a connection closes, there is room for another one, which is served.
        kept.removeLast()
        var count = 0
        #expect(
            server.eventually {
                count = (try? server.counter(Self.turnedAway)).flatMap { Int($0) } ?? 0
                return count >= 20
            })
    }

    #if os(Linux)
        @Test(
            "With hundreds of connections and a limit of 160 open files, there is no busy loop, and the accepted connections are served"
        )
        func descriptors() throws {
            let server = try Subject.server(openFiles: 160)
            var connections = try (0..<400).map { _ in try Connection(server.port) }
            // The server keeps as many connections as its limit allows, and closes the others.
            let allowed = try #require(server.log.firstMatch(of: /maxConnections=(\d+)/).flatMap { Int($0.1) })
            #expect((1..<160).contains(allowed))
            #expect(server.eventually { connections.count { !$0.wasClosed } == allowed })
            connections.removeAll { $0.wasClosed }
            let before = server.ticks
            usleep(500_000)
            #expect(server.ticks - before < 15)
            for connection in connections {
                try connection.send(Subject.request("GET", "/health"))
                #expect(try connection.answer().status == 200)
            }
            #expect(server.log.contains("connections turned away"))
        }
    #endif

    @Test(
        "A maximum that the limit of open files doesn't allow",
        arguments: [(["--max-connections", "200"], 200), ([], 40)])
    func descriptorLimit(_ arguments: [String], _ openFiles: Int) throws {
        let result = try ServerProcess.run(["--any-bundle-id"] + arguments, openFiles: openFiles)
        #expect(result.status == 64)
        #expect(result.log.contains("limit of open files"))
    }

    @Test("Request bodies above the total limit get 503, while small requests are answered")
    func bodies() throws {
        let server = try Subject.server(["--max-body", "1000000", "--max-in-flight", "1000000"])
        let large = String(repeating: " ", count: 599_998) + "{}"
        func wait(for status: Int) throws -> Answer {
            var answer = Answer()
            _ = try server.eventually {
                answer = try server.answer(body: large)
                return answer.status == status
            }
            return answer
        }
        let request = Array(Subject.request("POST", "/verifyReceipt", body: large).utf8)
        /// Uses up the budget with one connection, and returns that connection with the response that a second one
        /// gets. If the server read the second one first, it rejects the first, which is then replaced.
        func hold() throws -> (Connection, Answer) {
            for _ in 0..<100 {
                let holding = try Connection(server.port)
                try holding.send(request.dropLast())
                usleep(100_000)
                let answer = try server.answer(body: large)
                if answer.status == 503 { return (holding, answer) }
            }
            throw ServerProcess.Failure(description: "no request body was ever too many")
        }
        let (holding, refused) = try hold()
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.headers["connection"] == "close")
        #expect(refused.text == #"{"status":21005}"#)
        #expect(try server.answer(body: try Subject.body()).number == 0)
        let evidence = try server.answer("POST", "/v1/verify", body: large)
        #expect(evidence.status == 503)
        #expect(evidence.code == "server.memory")
        // Room becomes free when a request is answered, and also when it is abandoned.
        try holding.send("}")
        #expect(try holding.answer().number == 21002)
        #expect(try wait(for: 200).number == 21002)
        do {
            let (leaving, refused) = try hold()
            #expect(refused.status == 503)
            _ = leaving
        }
        #expect(try wait(for: 200).number == 21002)
    }

    @Test("Unread responses count toward the same limit until they are abandoned; requests above the limit get 503")
    func answers() throws {
        let server = try Subject.server(["--max-body", "1000000", "--max-in-flight", "8000000"])
        // A response of 2.7 MB. All of it counts until the kernel has taken the last byte.
        let large = Subject.request(
            "POST", "/verifyReceipt", body: try Subject.body(Subject.subscription(periods: 1_500)))
        var deaf: [Connection] = []
        for _ in 0..<20 {
            let connection = try Connection(server.port, receiveBuffer: 4_096)
            for _ in 0..<2 { try connection.send(large) }
            deaf.append(connection)
        }
        let refused = #"status="503",verdict="",code="server.memory""#
        #expect(try server.eventually { try server.counter("receipt_server_requests_total", where: refused) != nil })
        // Small requests don't need room.
        #expect(try server.answer(body: try Subject.body()).number == 0)
        deaf = []
        let body = try Subject.body(Subject.subscription(periods: 1_500))
        #expect(try server.eventually { try server.answer(body: body).number == 0 })
    }

    @Test("A response larger than the limit is refused, and the connection stays open")
    func largeAnswer() throws {
        let server = try Subject.server(["--max-body", "1000000", "--max-in-flight", "1000000"])
        let connection = try Connection(server.port)
        let body = try Subject.body(Subject.subscription(periods: 1_500))
        try connection.send(Subject.request("POST", "/verifyReceipt", body: body))
        let answer = try connection.answer()
        #expect(answer.status == 413)
        #expect(answer.number == 21002)
        #expect(server.log.contains("code=answer.tooLarge"))
        try connection.send(Subject.request("GET", "/health"))
        #expect(try connection.answer().status == 200)
    }

    #if os(Linux)
        @Test("Clients that ask for long inspections and read nothing don't use up the memory")
        func unreadInspections() throws {
            let server = try Subject.server()
            let pieces = [10_000, 1_000].map {
                #"{"evidence":["# + repeatElement("\"\"", count: $0).joined(separator: ",") + "]}"
            }
            let clients = try (0..<200).map { number in
                let connection = try Connection(server.port, receiveBuffer: 4_096)
                for _ in 0..<3 { try connection.send(Subject.request("POST", "/v1/inspect", body: pieces[number % 2])) }
                return connection
            }
            let answered = "receipt_server_request_seconds_count{route=\"/v1/inspect\"}"
            #expect(
                try server.eventually { try server.counter(answered).flatMap { Int($0) } ?? 0 >= 200 })
            #expect(server.peakMemory < 256_000_000)
            withExtendedLifetime(clients) {}
        }
    #endif

    @Test(
        "Large request bodies above the queue's limit get 503, the connection stays open, and the other requests are answered"
    )
    func queue() throws {
        let body = try Subject.body(Subject.subscription(periods: 400))
        let server = try Subject.server(["--max-body", "\(body.utf8.count)"])
        let request = Array(Subject.request("POST", "/verifyReceipt", body: body).utf8)
        let connections = try (0..<100).map { _ in try Connection(server.port) }
        for connection in connections { try connection.send(request.dropLast()) }
        for connection in connections { try connection.send(request.suffix(1)) }
        let health = try server.answer("GET", "/health")
        #expect(health.status == 200)
        var counts: [Int: Int] = [:]
        for connection in connections {
            let answer = try connection.answer()
            counts[answer.status, default: 0] += 1
            guard answer.status == 503 else { continue }
            #expect(answer.headers["retry-after"] == "1")
            #expect(answer.text == #"{"status":21005}"#)
            try connection.send(Subject.request("GET", "/health"))
            #expect(try connection.answer().status == 200)
        }
        #expect((counts[200] ?? 0) >= 8)
        #expect((counts[503] ?? 0) >= 1)
        #expect(counts.keys.sorted() == [200, 503])
    }
}
