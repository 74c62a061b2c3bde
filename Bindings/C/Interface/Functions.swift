internal import ReceiptEssentials
internal import ReceiptReports

// The functions of receiptkit.h, which documents them. Nothing else in this library is exported.

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

/// Returns the verdict on evidence.
@c(receiptkit_verify)
public func verify(
    _ verifier: OpaquePointer?, _ evidence: UnsafePointer<UInt8>?, _ size: Int, _ now: Int64
) -> UnsafeMutablePointer<CChar>? {
    unsafe answer(verifier, evidence, size, now) { (verifier, evidence, now) in
        EvidenceVerdict(request: evidence, by: verifier.verifier, at: now).json
    }
}

/// Returns the ledger for a request.
@c(receiptkit_ledger)
public func ledger(
    _ verifier: OpaquePointer?, _ request: UnsafePointer<UInt8>?, _ size: Int, _ now: Int64
) -> UnsafeMutablePointer<CChar>? {
    unsafe answer(verifier, request, size, now) { (verifier, request, now) in
        LedgerVerdict(of: request, by: verifier.verifier, at: now).json
    }
}

/// Returns the response that Apple's verifyReceipt gives to a request.
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

/// Returns the library's version.
@c(receiptkit_version)
public func version() -> UnsafePointer<CChar>? { unsafe Answer.version }

/// Returns the answer to a call, or the error of an invalid call.
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
