import CInterface
import Foundation
import FuzzSupport
import JSONSupport
import ReceiptKitTesting

/// Input from other languages: policies, evidence and requests. The first byte selects the kind of input.
enum CInterfaceTarget: FuzzTarget {
    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        switch mode & 3 {
        case 0: policy(rest)
        case 1: requireAnswer(unsafe taken(verify(verifier, rest, rest.count, now)))
        case 2: requireAnswer(unsafe taken(ledger(verifier, rest, rest.count, now)))
        default:
            let answer = unsafe taken(verifyReceiptResponse(verifier, rest, rest.count, now))
            guard case .object(let members) = tree(answer) else { failed("no object: \(answer)") }
            require(members.contains { $0.name.elementsEqual("status".utf8) }, "no status: \(answer)")
        }
    }

    static func prepare() { requireAnswer(unsafe taken(verify(verifier, [], 0, now))) }

    static func syntax(_ first: UInt8) -> InputSyntax? { .json(from: 1) }

    /// A policy must lead to a verifier that answers, or to an error.
    private static func policy(_ text: [UInt8]) {
        var error: UnsafeMutablePointer<CChar>?
        let made = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe createVerifier($0.baseAddress, $0.count, &error) }
        }
        guard let made = unsafe made else {
            let answer = unsafe taken(error)
            guard case .object(let members) = tree(answer), members.count == 1 else { failed("no error: \(answer)") }
            require(answer.hasPrefix(#"{"error":{"code":"#), answer)
            return
        }
        require(unsafe error == nil, "a verifier and an error")
        requireAnswer(unsafe taken(verify(made, Array(jws.utf8), jws.utf8.count, now)))
        unsafe destroyVerifier(made)
    }

    /// The answer must be a verdict or an error, in JSON.
    private static func requireAnswer(_ answer: String) {
        guard case .object(let members) = tree(answer) else { failed("no object: \(answer)") }
        require(members.contains { ["verdict", "error"].contains(String(decoding: $0.name, as: UTF8.self)) }, answer)
    }

    private static func tree(_ answer: String) -> JSONTree? { try? JSONTree(Array(answer.utf8)) }

    private static func taken(_ answer: UnsafeMutablePointer<CChar>?) -> String {
        guard let answer = unsafe answer else { failed("no answer") }
        defer { unsafe CInterface.free(answer) }
        return unsafe String(cString: answer)
    }

    private static let now: Int64 = 1_717_200_000_000
    private static let jws: String = {
        do { return try JWSSeeds.issue(.example(.transaction)).text } catch { failed("\(error)") }
    }()
    nonisolated(unsafe) private static let verifier: OpaquePointer? = {
        do {
            let roots = try TestAuthority.standard.rootCertificates.map { Data($0).base64EncodedString() }
            let policy =
                #"{"bundleIDs":["com.example.app"],"device":"unchecked","trustRoots":["\#(roots.joined(separator: "\",\""))"]}"#
            return unsafe createVerifier(policy, policy.utf8.count, nil)
        } catch { failed("\(error)") }
    }()
}
