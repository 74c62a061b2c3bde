import Foundation
import ReceiptKit
import ReceiptReports

/// What `receipt inspect` prints, written by a user who has only the libraries: this target sees nothing that only the package
/// does. A test compares both.
@main
struct Main {
    struct Shown: Encodable {
        var receipt: AppReceipt?
        var error: String?
        var attributes: [Attribute] = []
        var certificates: [String] = []
        // Of a JWS.
        var kind: String?
        var member: String?
        var header: [String: String]?
        var claims: [String: String]?
        var signature: String?
        // Of a transaction receipt.
        var claimedEnvironment: String?
        var signatureVersion: Int?
        var purchaseInfo: [String: String]?
        var unsigned: [String: String]?
        // Of a notification, or of one of Apple's JSON bodies.
        var parts: [Shown]?

        init(_ receipt: InspectedReceipt) {
            self.receipt = receipt.receipt
            error = receipt.error?.code
            receipt.forEachAttribute { attributes.append(Attribute($0)) }
            certificates = receipt.certificates.map { Fingerprint(of: $0).description }
        }

        init(_ jws: InspectedJWS) {
            kind = jws.kind.rawValue
            error = jws.error?.code
            header = Self.members(jws.headerMembers)
            claims = Self.members(jws.claims)
            signature = jws.signature.map { $0.map { String(format: "%02x", $0) }.joined() }
            certificates = jws.certificates.map { Fingerprint(of: $0).description }
            var inside: [Shown] = []
            jws.forEachJWS { inside.append(Shown($1, $0)) }
            parts = inside
        }

        init(_ jws: InspectedJWS, _ member: String) {
            self.init(jws)
            self.member = member
        }

        init(_ evidence: InspectedEvidence) {
            switch evidence {
            case .receipt(let receipt): self.init(receipt)
            case .jws(let jws): self.init(jws)
            case .transactionReceipt(let receipt): self.init(receipt)
            case .body(let body): self.init(body)
            @unknown default: fatalError("unknown evidence")
            }
        }

        init(_ receipt: InspectedTransactionReceipt) {
            kind = "transactionReceipt"
            error = receipt.error?.code
            claimedEnvironment = (receipt.claimedEnvironment ?? .production).rawValue
            signatureVersion = receipt.version
            signature = receipt.signature.map { $0.map { String(format: "%02x", $0) }.joined() }
            certificates = receipt.certificate.map { [Fingerprint(of: $0).description] } ?? []
            purchaseInfo = Self.members(receipt.purchaseInfo)
            unsigned = Self.members(receipt.unsignedMembers)
        }

        init(_ body: InspectedBody) {
            kind = "body"
            error = body.error?.code
            var inside: [Shown] = []
            body.forEachEvidence { member, evidence in
                var shown = Shown(evidence)
                shown.member = member
                inside.append(shown)
            }
            parts = inside
        }

        private static func members(_ pairs: [TransactionReceiptPayload.Member]) -> [String: String] {
            Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
        }

        private static func members(_ claims: [InspectedClaim]) -> [String: String] {
            Dictionary(claims.map { ($0.name, $0.json) }) { $1 }
        }
    }

    struct Attribute: Encodable {
        let type: Int64
        let version: Int
        let name: String?
        let meaning: String?
        let offset: Int
        var text: String?
        var number: String?
        let hex: String
        var attributes: [Attribute]?

        init(_ inspected: InspectedAttribute) {
            let attribute = inspected.attribute
            type = attribute.type.rawValue
            version = attribute.version
            name = inspected.member
            meaning = inspected.meaning
            offset = attribute.offset
            hex = attribute.value.map { String(format: "%02x", $0) }.joined()
            switch inspected.value {
            case .text(let text): self.text = text
            case .number(let number): self.number = String(number)
            case .purchase:
                var inside: [Attribute] = []
                inspected.forEachAttribute { inside.append(Attribute($0)) }
                attributes = inside
            default: text = hex
            }
        }
    }

    static func main() throws {
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let shown = Shown(InspectedEvidence(file: Array(try Data(contentsOf: file))))
        FileHandle.standardOutput.write(try JSONEncoder().encode(shown))
    }
}
