import Foundation
import TestSupport
import Testing

/// Checks that a verifier stores nothing of the JWS that it has verified, except the few headers and chains in its
/// cache.
///
/// `benchmark-counter memory CASE N` prints the increase of a process's peak memory while it verifies N more JWS.
@Suite("The memory of many JWS", .serialized, .enabled(if: HostileShape.areMeasured))
struct JWSMemoryTests {
    /// The folder with the program that runs the tests.
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("benchmark-counter")

    @Test(
        "100,000 JWS need no more memory than one",
        arguments: ["verify-transaction", "verify-transaction-kid", "verify-transaction-notification"])
    func flat(name: String) throws {
        let result = try Program.run(Self.executable, ["memory", name, "100000"], files: [:])
        let rise = try #require(Int(result.text.filter(\.isNumber)), "\(result.errors)")
        print("memory: 100,000 times \(name): the peak rises by \(rise) bytes")
        #expect(rise <= 1 << 20)
    }
}
