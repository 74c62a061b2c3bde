import Foundation
import ReceiptKitTesting
import Testing

/// The evidence and servers that the tests use.
enum Subject {
    static let receipt = TestReceipt(purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 4, 1))])
    static let subscription = TestReceipt(purchases: [.autoRenewable("com.example.monthly", on: .utc(2024, 4, 15))])

    /// A server for com.example.app that trusts the test authority.
    static func server(
        _ arguments: [String] = [], files: [String: [UInt8]] = [:], openFiles: Int? = nil
    ) throws -> ServerProcess {
        var files = files
        files["root.cer"] = try TestAuthority.standard.rootCertificate
        files["root.pem"] = Array(try TestAuthority.standard.jwsRootPEM.utf8)
        return try ServerProcess(
            ["--bundle-id", "com.example.app", "--trust-root", "root.cer", "--trust-root", "root.pem"] + arguments,
            files: files, openFiles: openFiles)
    }

    /// Returns a receipt with this many periods. The response contains each period twice.
    static func subscription(periods: Int) -> TestReceipt {
        receipt.with {
            $0.purchases = TestPurchase.subscription(
                "com.example.monthly", from: receipt.creationDate, every: .days(30), periods: periods,
                transactionID: "410000000000001")
        }
    }

    static func base64(_ receipt: TestReceipt = receipt, defects: [Defect] = []) throws -> String {
        Data(try TestAuthority.standard.sign(receipt, defects: defects)).base64EncodedString()
    }

    static func body(_ receipt: TestReceipt = receipt, _ members: String = "") throws -> String {
        #"{"receipt-data":"\#(try base64(receipt))"\#(members)}"#
    }

    /// Returns a request as a string.
    static func request(
        _ method: String = "POST", _ path: String, _ headers: [String] = [], body: String = ""
    ) -> String {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost", "Content-Length: \(body.utf8.count)"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

extension ServerProcess {
    /// Sends one request on its own connection.
    func answer(
        _ method: String = "POST", _ path: String = "/verifyReceipt", _ headers: [String] = [], body: String = ""
    ) throws -> Answer {
        let connection = try Connection(port)
        try connection.send(Subject.request(method, path, headers, body: body))
        return try connection.answer(hasBody: method != "HEAD")
    }

    func answer(_ path: String, bytes: [UInt8]) throws -> Answer {
        let connection = try Connection(port)
        try connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(bytes.count)\r\n\r\n")
        try connection.send(bytes)
        return try connection.answer()
    }
}
