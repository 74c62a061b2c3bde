import FuzzSupport
import SwiftASN1

/// The attributes that swift-asn1 finds.
enum Reference {
    struct Attribute: Equatable {
        let type: Int64
        let version: Int64
        let value: ArraySlice<UInt8>
    }

    struct NotAsExpected: Error {}

    /// A SET OF ReceiptAttribute.
    static func attributes(_ payload: ArraySlice<UInt8>) throws -> [Attribute] {
        let set = try DER.parse(payload)
        guard set.identifier == .set, case .constructed(let nodes) = set.content else { throw NotAsExpected() }
        return try nodes.map { node in
            try DER.sequence(node, identifier: .sequence) { parts in
                Attribute(
                    type: try Int64(derEncoded: &parts), version: try Int64(derEncoded: &parts),
                    value: try ASN1OctetString(derEncoded: &parts).bytes)
            }
        }
    }

    static func text(_ value: ArraySlice<UInt8>) -> String? {
        (try? ASN1UTF8String(derEncoded: value)).map { String($0) }
    }

    static func ascii(_ value: ArraySlice<UInt8>) -> String? {
        (try? ASN1IA5String(derEncoded: value)).map { String($0) }
    }

    static func number(_ value: ArraySlice<UInt8>) -> Int64? { try? Int64(derEncoded: value) }
}
