import ReceiptKitTesting
import TestSupport
import Testing

/// An input that is made to cost much.
struct HostileShape: Sendable, CustomTestStringConvertible {
    /// How it is handed over: see `receipt-cost`.
    enum Way: String {
        case verify, base64, decode, jws
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

    /// Below the limit for the input, so that the limit is not what stops it.
    static let large = (10 << 20) - 20_000
}
