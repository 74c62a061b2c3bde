internal import ReceiptEssentials
internal import ReceiptReports

// The functions of receiptkit.h, which says what each does. Nothing else of this library is visible to other languages.

/// Creates a verifier for a policy, or returns nil and an error.
@c(receiptkit_verifier_create)
public func createVerifier(
    _ policy: UnsafePointer<CChar>?, _ size: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
    unsafe error?.pointee = nil
    do throws(CallError) {
        let text = unsafe try Input.copy(policy.map(UnsafeRawPointer.init), size, atMost: Input.largestPolicy)
        let verifier = Verifier(try Policy(text))
        return unsafe OpaquePointer(Unmanaged.passRetained(verifier).toOpaque())
    } catch let failure {
        unsafe error?.pointee = Answer.copy(failure.json)
        return nil
    }
}

/// Destroys a verifier.
@c(receiptkit_verifier_destroy)
public func destroyVerifier(_ verifier: OpaquePointer?) {
    guard let verifier = unsafe verifier else { return }
    unsafe Unmanaged<Verifier>.fromOpaque(UnsafeRawPointer(verifier)).release()
}

/// The verdict on evidence.
@c(receiptkit_verify)
public func verify(
    _ verifier: OpaquePointer?, _ evidence: UnsafePointer<UInt8>?, _ size: Int, _ now: Int64
) -> UnsafeMutablePointer<CChar>? {
    unsafe answer(verifier, evidence, size, now) { (verifier, evidence, now) in
        EvidenceVerdict(request: evidence, by: verifier.verifier, at: now).json
    }
}

/// The ledger of a request.
@c(receiptkit_ledger)
public func ledger(
    _ verifier: OpaquePointer?, _ request: UnsafePointer<UInt8>?, _ size: Int, _ now: Int64
) -> UnsafeMutablePointer<CChar>? {
    unsafe answer(verifier, request, size, now) { (verifier, request, now) in
        LedgerVerdict(of: request, by: verifier.verifier, at: now).json
    }
}

/// Apple's answer to a request for verifyReceipt.
@c(receiptkit_verifyreceipt_response)
public func verifyReceiptResponse(
    _ verifier: OpaquePointer?, _ request: UnsafePointer<UInt8>?, _ size: Int, _ now: Int64
) -> UnsafeMutablePointer<CChar>? {
    unsafe answer(verifier, request, size, now, ifFailed: Verifier.unreadableRequest) { (verifier, request, now) in
        verifier.verifyReceiptResponse(request, at: now)
    }
}

/// Frees an answer.
@c(receiptkit_free)
public func free(_ answer: UnsafeMutablePointer<CChar>?) { unsafe Answer.free(answer) }

/// The library's version.
@c(receiptkit_version)
public func version() -> UnsafePointer<CChar>? { unsafe Answer.version }

/// The answer to one call, or the error of one that can't be made.
private func answer(
    _ verifier: OpaquePointer?, _ input: UnsafePointer<UInt8>?, _ size: Int, _ milliseconds: Int64,
    ifFailed failure: [UInt8]? = nil, _ answer: (Verifier, [UInt8], Date) -> [UInt8]
) -> UnsafeMutablePointer<CChar>? {
    do throws(CallError) {
        guard let verifier = unsafe verifier else { throw .noVerifier }
        let now = try Input.date(milliseconds: milliseconds)
        let input = unsafe try Input.copy(UnsafeRawPointer(input), size, atMost: Input.largest)
        let held = unsafe Unmanaged<Verifier>.fromOpaque(UnsafeRawPointer(verifier)).takeUnretainedValue()
        return unsafe Answer.copy(answer(held, input, now))
    } catch {
        return unsafe Answer.copy(failure ?? error.json)
    }
}
