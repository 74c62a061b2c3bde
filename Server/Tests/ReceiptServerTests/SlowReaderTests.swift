import Foundation
import ReceiptKitTesting
import Testing

@Suite("Clients that don't read")
struct SlowReaderTests {
    /// Opens clients that request more than all buffers hold, and read nothing.
    private func ask(_ server: ServerProcess, clients: Int) throws -> [Connection] {
        let request = Subject.request(
            "POST", "/verifyReceipt", body: try Subject.body(Subject.subscription(periods: 400)))
        return try (0..<clients).map { _ in
            let connection = try Connection(server.port, receiveBuffer: 4_096)
            for _ in 0..<6 { try connection.send(request) }
            return connection
        }
    }

    @Test("A response that the client doesn't read is abandoned")
    func writeTimeout() throws {
        let server = try Subject.server(["--write-timeout", "0.5"])
        let deaf = try ask(server, clients: 1)
        let name = #"receipt_server_connections_closed_total{reason="answerNotRead"}"#
        #expect(try server.eventually { try server.counter(name) == "1" })
        withExtendedLifetime(deaf) {}
    }

    @Test("After SIGTERM the server doesn't wait for such clients, and requests in flight are answered")
    func shutdown() throws {
        let server = try Subject.server(["--shutdown-timeout", "2", "--write-timeout", "600"])
        let deaf = try ask(server, clients: 5)
        let honest = try Connection(server.port)
        let request = Array(Subject.request("POST", "/verifyReceipt", body: try Subject.body()).utf8)
        try honest.send(request.dropLast(10))
        #expect(try server.answer("GET", "/health").status == 200)
        usleep(200_000)
        server.terminate()
        #expect(server.eventually { (try? Connection(server.port)) == nil })
        try honest.send(request.suffix(10))
        #expect(try honest.answer().number == 0)
        #expect(server.waitForEnd(seconds: 15) == 0)
        withExtendedLifetime(deaf) {}
    }

    @Test("A response that is being read at SIGTERM is completed")
    func reading() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port, receiveBuffer: 4_096)
        let body = try Subject.body(Subject.subscription(periods: 1_500))
        try connection.send(Subject.request("POST", "/verifyReceipt", body: body))
        try connection.waitForBytes()
        server.terminate()
        #expect(server.eventually { (try? Connection(server.port)) == nil })
        usleep(1_000_000)
        let answer = try connection.answer()
        #expect(answer.number == 0)
        #expect(((answer.json?["receipt"] as? [String: Any])?["in_app"] as? [Any])?.count == 1_500)
        #expect(server.waitForEnd(seconds: 15) == 0)
    }
}
