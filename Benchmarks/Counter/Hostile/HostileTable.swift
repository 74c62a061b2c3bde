import BenchmarkCases
import Foundation
import ReceiptKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The cost of each hostile part at each of its sizes, as a multiple of an honest receipt of the same size. Both are
/// verified by a new verifier.
enum HostileTable {
    /// The maximum that the page *Security model* promises.
    private static let most = 2.0

    /// Prints a row for each part. Throws if anything takes longer than promised.
    static func run(_ inputs: Inputs) throws {
        let policy = try VerificationCases.policy(inputs)
        var honest = HonestReceipts(inputs)
        var worst = (ratio: 0.0, name: "")
        var count = 0
        print("times an honest receipt of the same size (part: its bytes = ratio, refusal)")
        for part in HostilePart.all {
            var row = ""
            for size in part.sizes {
                let hostile = try part.make(size)
                let comparison = Comparison(policy, hostile, try honest.receipt(like: hostile))
                let ratio = try comparison.ratio(acceptable: most)
                row += "  \(grouped(size))=\(twoDigits(ratio)) \(try comparison.code())"
                if ratio > worst.ratio { worst = (ratio, "\(part.name), \(size) bytes") }
                count += 1
            }
            print("\(part.name):\(row)")
        }
        print(
            "\(count) shapes of \(HostilePart.all.count) parts; the worst takes \(twoDigits(worst.ratio)) times: \(worst.name)"
        )
        guard worst.ratio <= most else { throw UnexpectedOutcome("more than \(most) times an honest receipt") }
    }

    private static func twoDigits(_ ratio: Double) -> String { "\((ratio * 100).rounded() / 100)" }
}

/// Honest receipts of any size up to the limits, created once for each number of purchases.
private struct HonestReceipts {
    private let inputs: Inputs
    private let empty: Int
    private let row: Int
    private var made: [Int: [UInt8]] = [:]

    init(_ inputs: Inputs) {
        self.inputs = inputs
        (empty, row) = (4_600, 430)
    }

    /// Returns an honest receipt of about the same length.
    mutating func receipt(like bytes: [UInt8]) throws -> [UInt8] {
        let count = min(20_000, max(0, (bytes.count - empty) / row))
        if let known = made[count] { return known }
        let receipt = try inputs.receipt(count)
        made[count] = receipt
        return receipt
    }
}

/// A hostile receipt, and an honest one to compare it with.
private struct Comparison {
    private let policy: ReceiptPolicy
    private let hostile: [UInt8]
    private let honest: [UInt8]

    init(_ policy: ReceiptPolicy, _ hostile: [UInt8], _ honest: [UInt8]) {
        (self.policy, self.hostile, self.honest) = (policy, hostile, honest)
    }

    /// Returns the error code of the rejection.
    func code() throws -> String {
        do throws(VerificationError) {
            _ = try ReceiptVerifier(policy: policy).verify(hostile, at: VerificationCases.now)
        } catch { return error.code }
        throw UnexpectedOutcome("a hostile receipt was accepted")
    }

    /// Returns the ratio of both minimum times, measured in turns. Other programs can only make a time longer, so a
    /// ratio that looks too high is measured again.
    func ratio(acceptable: Double) throws -> Double {
        _ = try ReceiptVerifier(policy: policy).verify(honest, at: VerificationCases.now)
        var best = (hostile: Int.max, honest: Int.max)
        let repeats = max(1, 1_500 / max(1, time(honest, 1)))
        for round in 0..<60 {
            best.hostile = min(best.hostile, time(hostile, repeats))
            best.honest = min(best.honest, time(honest, repeats))
            if round >= 4, Double(best.hostile) <= Double(best.honest) * acceptable * 0.9 { break }
        }
        return Double(best.hostile) / Double(best.honest)
    }

    /// Returns processor time in microseconds, which excludes other programs.
    private func time(_ bytes: [UInt8], _ repeats: Int) -> Int {
        let start = clock()
        for _ in 0..<repeats {
            do throws(VerificationError) {
                blackHole(try ReceiptVerifier(policy: policy).verify(bytes, at: VerificationCases.now))
            } catch { blackHole(error) }
        }
        return Int(clock() - start)
    }
}
