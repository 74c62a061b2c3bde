import Foundation
import ReceiptKitTesting
import Testing

@Suite("TLS")
struct TLSTests {
    private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("Responds with a newly created certificate", .enabled(if: openssl != nil, "there is no openssl"))
    func certificate() throws {
        let openssl = try #require(Self.openssl)
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: made) }
        let (certificate, key) = (made.appendingPathComponent("c.pem"), made.appendingPathComponent("k.pem"))
        _ = try run(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key.path, "-out",
                certificate.path,
            ])
        let server = try Subject.server([
            "--tls-certificate", certificate.path, "--tls-key", key.path,
        ])
        func answer(_ more: [String]) throws -> String {
            try run(
                openssl,
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet", "-ign_eof", "-CAfile", certificate.path]
                    + more
                    + ["-verify_return_error", "-verify_hostname", "localhost", "-servername", "localhost"],
                input: Subject.request("POST", "/verifyReceipt", ["Connection: close"], body: try Subject.body()))
        }
        #expect(try answer([]).contains("{\"status\":0, \"environment\":\"Production\""))
        for version in ["-tls1_2", "-tls1_3"] {
            #expect(try answer([version]).contains("{\"status\":0, "), "\(version)")
        }
        // A client without TLS gets nothing that looks like a response.
        let plain = try Connection(server.port)
        try plain.send(Subject.request("GET", "/health"))
        #expect((try? plain.answer())?.status != 200)
    }

    private func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
