import Foundation
import FuzzSupport
import JSONSupport
import ReceiptKitTesting

/// A test authority that signs any header and any payload.
struct Signer {
    static let standard = Signer(.standard)
    static let xcode = Signer(.xcode)

    let authority: TestAuthority
    /// The strings of `x5c`.
    private let certificates: [[UInt8]]
    /// The replacements for `%T` and the others.
    let nested: [(mark: UInt8, text: [UInt8])]

    private init(_ authority: TestAuthority) {
        do {
            self.authority = authority
            certificates = try authority.jws.certificates.map {
                Array(Data(try $0.encoded()).base64EncodedString().utf8)
            }
            let environment: TestEnvironment = authority == .xcode ? .xcode : .production
            let transaction = TestTransaction(.exampleSubscription, environment: environment)
            let appTransaction = TestAppTransaction(environment: environment)
            nested = [
                (UInt8(ascii: "T"), Array(try authority.sign(transaction).utf8)),
                (UInt8(ascii: "R"), Array(try authority.sign(TestRenewalInfo(of: transaction)).utf8)),
                (UInt8(ascii: "A"), Array(try authority.sign(appTransaction).utf8)),
            ]
        } catch { failed("the test kit: \(error)") }
    }

    /// The dates at which all certificates are valid.
    var validity: ClosedRange<Date> {
        let all = authority.jws.certificates
        let start = all.map(\.notBefore).max() ?? .distantPast
        return start...(all.map(\.notAfter).min() ?? start)
    }

    /// Returns the header with its certificates.
    func header(_ text: [UInt8]) -> [UInt8] {
        let list =
            Array("[".utf8)
            + certificates.map { Array("\"".utf8) + $0 + Array("\"".utf8) }
            .joined(separator: ",".utf8) + Array("]".utf8)
        return Array(text.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false).joined(separator: list))
    }

    /// Returns the payload with its nested JWS, whose number is limited.
    func payload(_ text: [UInt8]) -> [UInt8] {
        var payload: [UInt8] = []
        var index = 0
        var left = 4
        while index < text.count {
            if left > 0, text[index] == UInt8(ascii: "%"), index + 1 < text.count,
                let jws = nested.first(where: { $0.mark == text[index + 1] })
            {
                payload += jws.text
                index += 2
                left -= 1
            } else {
                payload.append(text[index])
                index += 1
            }
        }
        return payload
    }

    func sign(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        var jws = TestJWS(payload: TestJSONObject(), certificates: [])
        jws.rawOctets = [.header: header, .payload: payload]
        do { try jws.sign(with: authority.jws.signer.key) } catch { failed("the test kit: \(error)") }
        return Array(jws.text.utf8)
    }

    /// True if a verifier must accept the header and its certificates.
    func isGenuine(_ header: [UInt8]) -> Bool {
        guard header.count <= 32 << 10, case .object(let object) = PayloadReference.read(header),
            case .object(let members) = object, object["alg"] == .string(Array("ES256".utf8)),
            !members.contains(where: { ["crit", "b64", "zip"].contains(String(decoding: $0.name, as: UTF8.self)) }),
            case .array(let texts)? = object["x5c"], texts.count == certificates.count
        else { return false }
        // The third certificate is the root, which the verifier has itself.
        return zip(texts, certificates).prefix(2).allSatisfy { $0 == .string($1) }
            && texts.allSatisfy { if case .string = $0 { true } else { false } }
    }
}
