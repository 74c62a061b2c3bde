import AppleVerifyReceipt
import Foundation
import Hummingbird
import ReceiptKit
import ReceiptKitTesting

/// Creates requests and measures baselines for `Benchmarks/load`, `ledger` and `hostile`.
@main
struct Main {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("request", 3):
            let body = try Request.body(purchases: Int(arguments[1]) ?? 2)
            try Data(body).write(to: URL(fileURLWithPath: arguments[2]))
        case ("ledger", 3):
            let body = try Request.ledger(pieces: Int(arguments[1]) ?? 20)
            try Data(body).write(to: URL(fileURLWithPath: arguments[2]))
        case ("constant", 3), ("busy", 3):
            try await Constant.serve(
                port: Int(arguments[1]) ?? 0, size: Int(arguments[2]) ?? 0, isBusy: arguments[0] == "busy")
        case ("cost", 1): for purchases in [2, 187] { try Cost.print(purchases) }
        default:
            print(
                "server-benchmark request PURCHASES FILE | ledger PIECES FILE | constant PORT SIZE | busy PORT SIZE | cost"
            )
        }
    }
}

/// Writes a request with the receipt of a subscription with this many periods.
enum Request {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    static func receipt(purchases: Int) throws -> [UInt8] {
        var receipt = TestReceipt(creationDate: .utc(2024, 5, 1, 12))
        receipt.purchases = TestPurchase.subscription(
            "com.example.app.subscription.monthly", from: .utc(2012, 2, 29, 10, 20, 30), every: .days(1),
            periods: purchases, transactionID: "410000000000001")
        return try TestAuthority.standard.sign(receipt)
    }

    static func body(purchases: Int) throws -> [UInt8] {
        let base64 = Data(try receipt(purchases: purchases)).base64EncodedString()
        return Array(#"{"receipt-data":"\#(base64)"}"#.utf8)
    }

    /// Returns a customer's evidence: a receipt, and the signed transactions of a subscription.
    static func ledger(pieces: Int) throws -> [UInt8] {
        let story = TestStory(.autoRenewable("com.example.app.subscription.monthly", on: .utc(2022, 1, 15)))
            .renewing(times: max(0, pieces - 2))
        let authority = TestAuthority.standard
        var texts = [Data(try receipt(purchases: 2)).base64EncodedString()]
        for transaction in story.transactions() { texts.append(try authority.sign(transaction)) }
        return Array("{\"evidence\":[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]}".utf8)
    }

    static func policy() throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(TestAuthority.standard.rootCertificates))
    }
}

/// The minimum work of the framework for a request: it reads a request body and responds with fixed bytes. The busy
/// variant first does as much work as `response()`, so that, like the real server, it doesn't have the processor and
/// its caches to itself.
enum Constant {
    static func serve(port: Int, size: Int, isBusy: Bool) async throws {
        let endpoint = VerifyReceiptEndpoint(
            policy: try Request.policy(), sharedSecret: nil, environment: .production)
        let work = try Request.body(purchases: 2)
        let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: size)
        let router = Router()
        router.post("verifyReceipt") { request, _ in
            _ = try await request.body.collect(upTo: 4 << 20)
            if isBusy { blackHole(endpoint.response(method: "POST", body: work, at: Request.now)) }
            return answer
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        try await application.runService(gracefulShutdownSignals: [.sigterm])
    }
}

/// The cost of a response on top of verifying the same receipt and building its ledger, as the minimum of several
/// rounds.
enum Cost {
    static func print(_ purchases: Int) throws {
        let receipt = try Request.receipt(purchases: purchases)
        let body = try Request.body(purchases: purchases)
        let verifier = ReceiptVerifier(policy: try Request.policy())
        let endpoint = VerifyReceiptEndpoint(
            policy: try Request.policy(), sharedSecret: nil, environment: .production)
        guard endpoint.answer(method: "POST", body: body, at: Request.now).status == 0 else { return }
        let repetitions = purchases > 100 ? 200 : 2_000
        var (plain, answer) = (Duration.seconds(1_000), Duration.seconds(1_000))
        for _ in 0..<9 {
            plain = min(
                plain,
                try ContinuousClock().measure {
                    for _ in 0..<repetitions {
                        blackHole(try PurchaseLedger(merging: [verifier.verify(receipt, at: Request.now)]))
                    }
                })
            answer = min(
                answer,
                ContinuousClock().measure {
                    for _ in 0..<repetitions {
                        blackHole(endpoint.response(method: "POST", body: body, at: Request.now))
                    }
                })
        }
        let (one, other) = (microseconds(plain) / Double(repetitions), microseconds(answer) / Double(repetitions))
        Swift.print(
            "\(purchases) purchases: verify and ledger \(rounded(one)) µs, response \(rounded(other)) µs, ratio \(rounded(other / one))"
        )
    }

    private static func microseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// Keeps the optimizer from removing work whose result is unused.
@inline(never)
func blackHole<T>(_ value: T) { withExtendedLifetime(value) {} }
