import Foundation
import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Unsigned strings in every format of evidence: compared with another reader, and never verified. The first byte
/// selects the format.
enum JWSTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { first & 3 == 0 ? nil : .json(from: 1) }

    static func prepare() { _ = Verifiers.all.count + Genuine.digests.count }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        switch mode & 3 {
        case 0: jws(rest)
        case 1: jws(wrapped(rest))
        case 2:
            evidence(rest)
            displayed(rest)
            PayloadReference.check(page: rest, attempt { () throws(FormatError) in try AppStorePage(json: rest) })
        default:
            PayloadReference.check(
                rest, attempt { () throws(FormatError) in try UnverifiedPayload(json: rest).decoded })
        }
    }

    /// Encodes a header and a payload, separated by a zero byte, as a JWS, so that mutations affect more than the
    /// base64.
    private static func wrapped(_ octets: [UInt8]) -> [UInt8] {
        let signature = [UInt8](repeating: 1, count: 64)
        let parts = octets.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false) + [signature[...]]
        return Array(parts.map { JWSReference.base64URL(Data($0)) }.joined(separator: ".").utf8)
    }

    private static func jws(_ text: [UInt8]) {
        let result = attempt { () throws(FormatError) in try JWSReference.ReadParts(text) }
        JWSReference.check(text, result)
        if case .success(let jws) = result {
            PayloadReference.check(
                jws.payload, attempt { () throws(FormatError) in try UnverifiedPayload(json: jws.payload).decoded })
        }
        evidence(text)
    }

    /// Reads a JSON body as `receipt inspect` does: its evidence, each piece with a path, and the first JSON error.
    private static func displayed(_ text: [UInt8]) {
        let body = EmbeddedEvidence(text)
        if let error = body.error { requireSound(error, in: 0...text.count) }
        require(body.texts.allSatisfy { $0.text.count <= text.count && !$0.path.isEmpty }, "no piece of the JSON body")
        require(Set(body.texts.map(\.path)).count == body.texts.count, "two pieces in one place")
        let isJSON = (try? JSONTree(text)) != nil
        // The number of pieces is limited.
        let isWhole = body.error == nil || body.error?.description.contains("at most 10000 JWS") == true
        require(isWhole == isJSON, "displayed as whole: \(isWhole), JSON: \(isJSON)")
    }

    /// Evidence must be verified only if the authority signed it, and a verifier's cache must make no difference.
    private static func evidence(_ bytes: [UInt8]) {
        for verifier in Verifiers.all {
            let result = Verifiers.verify(bytes, verifier)
            switch result {
            case .failure(let error):
                requireSound(code: error.code, text: error.description)
                if case .malformed(let malformed) = error { requireSound(malformed, in: 0...bytes.count) }
            case .success(let evidence):
                require(Genuine.digests.isSuperset(of: Verifiers.digests(evidence)), "it was never signed")
                let pieces = evidence.elements
                require(pieces.allSatisfy { $0.contentDigest != nil && $0.kind != .list }, "a piece without identity")
                let app = pieces.first?.bundleIdentifier
                require(evidence.bundleIdentifier == nil || evidence.bundleIdentifier == app, "another app")
                do { _ = try JSONEncoder().encode(evidence) } catch { failed("\(error)") }
            }
            guard checksum(bytes) % 8 == 0 else { continue }
            let again = Verifiers.verify(bytes, ReceiptVerifier(policy: verifier.policy))
            require(again == result, "without a memory \(again), with one \(result)")
        }
    }
}
