import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// An input made to be expensive.
struct HostileShape: Sendable, CustomTestStringConvertible {
    /// The way to pass it: see `receipt-cost`.
    enum Way: String {
        case verify, base64, decode, jws, newJWS, evidence, transactionReceipt, ledger
    }

    let testDescription: String
    let way: Way
    /// The expected answer.
    let code: String
    let bytes: @Sendable () throws -> [UInt8]

    init(_ name: String, _ way: Way, _ code: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
        testDescription = name
        self.way = way
        self.code = code
        self.bytes = bytes
    }

    init(_ name: String, _ code: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
        self.init(name, .verify, code, bytes)
    }

    /// Measurements of a debug build are meaningless, and on other systems a process can't measure its own peak.
    #if DEBUG || !os(Linux)
        static let areMeasured = false
    #else
        static let areMeasured = true
    #endif

    /// The maximum ratio of its time to that of an honest input of its size.
    var limit: Double {
        switch way {
        case .verify, .base64, .transactionReceipt: 2
        // Unsigned content is only decoded when somebody looks at it, once. The cost comes from the memory for small
        // purchases. An honest receipt of the same size has fewer of these, and decoding it has become a quarter faster
        // since this ratio was 2.
        case .decode: 3
        case .jws, .newJWS, .evidence, .ledger: 4
        }
    }

    /// Returns the honest input to compare with, of this size and the same form.
    func honest(size: Int) throws -> [UInt8] {
        switch way {
        case .verify, .decode, .evidence: return try BulkReceipt.honest(size: min(Self.large, size))
        case .jws, .newJWS: return try Self.honestJWS(size: size)
        case .transactionReceipt: return try Self.honestTransactionReceipt(size: size)
        case .base64, .ledger:
            // Base64 has four characters for three bytes.
            let text = Data(try BulkReceipt.honest(size: min(Self.large, size / 4 * 3))).base64EncodedString()
            return Array((way == .base64 ? text : #"{"evidence":["\#(text)"]}"#).utf8)
        }
    }

    /// Stay below the limit for the input, which would reject it otherwise.
    static let large = (10 << 20) - 20_000
}
