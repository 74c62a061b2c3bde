import Foundation
import ReceiptKit

/// A verdict as the command line writes it, its members sorted by name.
enum VerdictJSON: Encodable {
    case verified(VerifiedEvidence)
    case refused(VerificationError)

    private enum Member: String, CodingKey {
        case verdict
        case error
        case code
        case message
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        switch self {
        case .verified(let evidence):
            try container.encode("verified", forKey: .verdict)
            try evidence.encode(to: encoder)
        case .refused(let error):
            try container.encode("refused", forKey: .verdict)
            var inner = container.nestedContainer(keyedBy: Member.self, forKey: .error)
            try inner.encode(error.code, forKey: .code)
            try inner.encode(error.description, forKey: .message)
        }
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
