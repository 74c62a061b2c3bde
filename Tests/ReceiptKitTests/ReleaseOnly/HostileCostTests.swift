import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Checks that no hostile input costs more than twice the time of the largest honest input of its size, three times if
/// it is decoded and not verified, or four times if it is JSON, nor more than 100 MB in all.
///
/// Each input is read by a separate process, `receipt-cost`, which times it in turns with the honest one and measures
/// its own peak of memory.
@Suite("The cost of hostile input", .serialized, .enabled(if: HostileShape.areMeasured))
struct HostileCostTests {
    /// The folder with the program that runs the tests.
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt-cost")

    @Test(
        arguments: HostileShape.container + HostileShape.jws + HostileShape.jwsChain + HostileShape.text
            + HostileShape.chain + HostileShape.bodies)
    func cost(_ shape: HostileShape) throws {
        let hostile = try shape.bytes()
        let honest = try shape.honest(size: hostile.count)
        let authority = TestAuthority.standard
        var files = [
            "root": [.jws, .newJWS].contains(shape.way)
                ? try authority.jwsRootCertificate : try authority.rootCertificate,
            "hostile": hostile, "honest": honest,
        ]
        if shape.way == .transactionReceipt {
            files["issuer"] = try authority.issue(TestTransactionReceipt()).issuerCertificate
        }
        let names = ["root", "hostile", "honest", "issuer"].filter { files[$0] != nil }
        // Other programs on the machine can spoil one measurement, but not three.
        var figures: [Substring] = []
        var (peak, times, ratio) = (0.0, [0.0], Double.infinity)
        for _ in 0..<3 where ratio > shape.limit {
            let result = try Program.run(Self.executable, [shape.way.rawValue] + names, files: files)
            figures = result.text.split(whereSeparator: \.isWhitespace)
            try #require(figures.count == 4, "\(result.errors)")
            peak = max(peak, try #require(Double(figures[1])) / 1_000)
            times = try figures.suffix(2).map { try #require(Double($0)) / 1_000 }
            ratio = min(ratio, times[0] / times[1])
        }
        print(
            "hostile cost: \(shape.testDescription): \(hostile.count) bytes, \(Int(times[0])) µs, "
                + "\((ratio * 100).rounded() / 100) of the honest \(honest.count) bytes, \(Int(peak)) MB: \(figures[0])"
        )
        #expect(figures[0] == shape.code)
        #expect(ratio <= shape.limit)
        #expect(peak <= 100)
    }
}
