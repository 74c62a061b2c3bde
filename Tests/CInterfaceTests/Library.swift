import CInterface
import Foundation
import Synchronization
import TestSupport

/// The C library, called as from other languages: with pointers and sizes, and with strings that the caller frees.
final class Library: Sendable {
    /// The verifier's address, as another language would store it.
    private let address: Int

    convenience init(_ policy: String) throws(Failure) {
        try unsafe self.init(policy: Array(policy.utf8).map(CChar.init(bitPattern:)), size: policy.utf8.count)
    }

    /// Creates a verifier from any pointer and size for the policy.
    init(policy: UnsafePointer<CChar>?, size: Int) throws(Failure) {
        var error: UnsafeMutablePointer<CChar>?
        let verifier = unsafe createVerifier(policy, size, &error)
        guard let verifier = unsafe verifier else { throw Failure(json: unsafe Self.taken(error)) }
        address = Int(bitPattern: verifier)
    }

    deinit { unsafe destroyVerifier(verifier) }

    struct Failure: Error, Equatable { let json: String }

    private var verifier: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

    func verify(_ evidence: [UInt8], at now: Date) -> String {
        unsafe Self.taken(CInterface.verify(verifier, evidence, evidence.count, now.milliseconds))
    }

    func ledger(_ request: String, at now: Date) -> String { ledger(Array(request.utf8), at: now) }

    func ledger(_ request: [UInt8], at now: Date) -> String {
        unsafe Self.taken(CInterface.ledger(verifier, request, request.count, now.milliseconds))
    }

    func verifyReceiptResponse(_ request: [UInt8], at now: Date) -> String {
        unsafe Self.taken(CInterface.verifyReceiptResponse(verifier, request, request.count, now.milliseconds))
    }

    /// Calls the library with any pointer, size and time.
    func verify(_ bytes: UnsafePointer<UInt8>?, size: Int, milliseconds: Int64) -> String {
        unsafe Self.taken(CInterface.verify(verifier, bytes, size, milliseconds))
    }

    func response(_ bytes: UnsafePointer<UInt8>?, size: Int, milliseconds: Int64) -> String {
        unsafe Self.taken(CInterface.verifyReceiptResponse(verifier, bytes, size, milliseconds))
    }

    /// Returns the contents of an answer, and frees it.
    static func taken(_ answer: UnsafeMutablePointer<CChar>?) -> String {
        guard let answer = unsafe answer else { return "" }
        defer { unsafe CInterface.free(answer) }
        return unsafe String(cString: answer)
    }
}

extension Date {
    fileprivate var milliseconds: Int64 { Int64(timeIntervalSince1970 * 1_000) }
}
