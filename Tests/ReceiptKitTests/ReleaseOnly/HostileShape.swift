import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// An input that is made to cost much.
struct HostileShape: Sendable, CustomTestStringConvertible {
    /// How it is handed over: see `receipt-cost`.
    enum Way: String {
        case verify, base64, decode, jws, newJWS, evidence, transactionReceipt, ledger
    }

    let testDescription: String
    let way: Way
    /// The answer it must get.
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

    /// In a debug build the figures would say nothing, and elsewhere no process knows its own peak.
    #if DEBUG || !os(Linux)
        static let areMeasured = false
    #else
        static let areMeasured = true
    #endif

    /// How many times as long as an honest input of its size it may take.
    var limit: Double {
        switch way {
        case .verify, .base64, .transactionReceipt: 2
        // What is decoded without a signature is decoded for a reader who looks at it, once. Its cost is the memory of small purchases,
        // which an honest receipt of its size, decoded in a quarter less time than when this was 2, has fewer of.
        case .decode: 3
        case .jws, .newJWS, .evidence, .ledger: 4
        }
    }

    /// What it is held against: an honest input of this size, and of its form.
    func honest(size: Int) throws -> [UInt8] {
        switch way {
        case .verify, .decode, .evidence: return try BulkReceipt.honest(size: min(Self.large, size))
        case .jws, .newJWS: return try Self.honestJWS(size: size)
        case .transactionReceipt: return try Self.honestTransactionReceipt(size: size)
        case .base64, .ledger:
            // Three quarters of a text are bytes.
            let text = Data(try BulkReceipt.honest(size: min(Self.large, size / 4 * 3))).base64EncodedString()
            return Array((way == .base64 ? text : #"{"evidence":["\#(text)"]}"#).utf8)
        }
    }

    /// Below the limit for the input, so that the limit is not what stops it.
    static let large = (10 << 20) - 20_000
}
