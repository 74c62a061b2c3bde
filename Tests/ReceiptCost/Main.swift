import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Measures the cost of one hostile input in a separate process, compared with an honest input of the same size:
///
///     receipt-cost WAY ROOT HOSTILE HONEST [ISSUER]
///
/// ISSUER issued the signer certificate of an iOS 6 transaction receipt. The program prints the error's code or
/// `accepted`, the peak of resident memory in kB during the first reading of HOSTILE, and the minimum processor times
/// in nanoseconds for HOSTILE and for HONEST, which take turns. Each reading uses a new verifier, with an empty chain
/// cache. With the way `jws`, one verifier, which has the header of HONEST in its cache, does all readings.
@main
struct ReceiptCost {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard (5...6).contains(arguments.count), let way = Way(rawValue: arguments[1]) else {
            throw CocoaError(.featureUnsupported)
        }
        let certificates = try ([arguments[2]] + arguments.dropFirst(5)).map {
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0)))
        }
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots([certificates[0]], intermediates: Array(certificates.dropFirst())))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        let kept = way == .jws ? ReceiptVerifier(policy: policy) : nil
        if kept != nil { _ = try Reading(way, policy, kept, arguments[4]).answer() }
        let hostile = try Reading(way, policy, kept, arguments[3])

        resetPeak()
        let answer = hostile.answer()
        let peak = try peakMemory()

        let honest = try Reading(way, policy, kept, arguments[4])
        guard honest.answer() == "accepted" else { throw CocoaError(.coderInvalidValue) }
        let repeats = max(1, 2_000 / max(1, cost(of: honest, repeats: 1)))
        var (first, second) = (Int.max, Int.max)
        var (rounds, spent) = (0, 0)
        while rounds < 7 || (rounds < 100 && spent < 200_000) {
            let times = (cost(of: hostile, repeats: repeats), cost(of: honest, repeats: repeats))
            first = min(first, times.0)
            second = min(second, times.1)
            spent += times.0 + times.1
            rounds += 1
        }
        print(answer, peak, first * 1_000 / repeats, second * 1_000 / repeats)
    }

    /// Returns processor time in microseconds, which excludes other programs.
    private static func cost(of reading: Reading, repeats: Int) -> Int {
        let start = clock()
        for _ in 0..<repeats { _ = reading.answer() }
        return Int(clock() - start)
    }

    /// On Linux, this resets the peak to the current resident size.
    private static func resetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

/// The way an input is passed to the library.
enum Way: String {
    case verify, base64, decode, jws
    /// A JWS, read by a verifier that has seen none before.
    case newJWS
    /// Evidence of any kind, an iOS 6 transaction receipt, and a request body for a ledger.
    case evidence, transactionReceipt, ledger
}

/// One input, and the way to pass it.
struct Reading {
    private let way: Way
    private let policy: ReceiptPolicy
    private let kept: ReceiptVerifier?
    private var bytes: [UInt8] = []
    private var text = ""
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    init(_ way: Way, _ policy: ReceiptPolicy, _ kept: ReceiptVerifier?, _ file: String) throws {
        self.way = way
        self.policy = policy
        self.kept = kept
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        if [.base64, .jws, .newJWS].contains(way) {
            text = String(decoding: data, as: UTF8.self)
        } else {
            bytes = [UInt8](data)
        }
    }

    func answer() -> String {
        let verifier = kept ?? ReceiptVerifier(policy: policy)
        do {
            switch way {
            case .verify: _ = try verifier.verify(bytes, at: now)
            case .base64: _ = try verifier.verify(base64: text, at: now)
            case .jws, .newJWS: _ = try verifier.verify(transaction: text, at: now)
            case .decode: _ = try UnverifiedReceipt(bytes).unverified
            case .evidence: _ = try verifier.verify(evidence: bytes, at: now)
            case .transactionReceipt: _ = try verifier.verify(transactionReceipt: bytes, at: now)
            case .ledger: return LedgerVerdict(of: bytes, by: verifier, at: now).code ?? "accepted"
            }
        } catch let error as VerificationError { return error.code } catch {
            return (error as? FormatError)?.code ?? "?"
        }
        return "accepted"
    }
}
