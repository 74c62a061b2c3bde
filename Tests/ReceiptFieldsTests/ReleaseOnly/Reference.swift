import SwiftASN1
import TestSupport

/// The result of swift-asn1, for comparison.
enum Reference {
    struct Attribute: Equatable {
        let type: Int64
        let version: Int64
        let value: [UInt8]
    }

    struct NotAsExpected: Error {}

    static func children(_ node: ASN1Node) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else { throw NotAsExpected() }
        return Array(nodes)
    }

    static func octets(_ node: ASN1Node) throws -> [UInt8] {
        switch node.content {
        case .primitive(let bytes): Array(bytes)
        case .constructed(let pieces): try pieces.flatMap { try octets($0) }
        }
    }

    private static func child(_ node: ASN1Node, _ index: Int) throws -> ASN1Node {
        let all = try children(node)
        guard all.indices.contains(index) else { throw NotAsExpected() }
        return all[index]
    }

    /// ContentInfo.content.encapContentInfo.eContent
    static func payload(ofReceipt bytes: [UInt8]) throws -> [UInt8] {
        let signedData = try child(try child(try BER.parse(bytes), 1), 0)
        return try octets(try child(try child(try child(signedData, 2), 1), 0))
    }

    /// A SET OF ReceiptAttribute.
    static func attributes(_ payload: [UInt8]) throws -> [Attribute] {
        try children(try DER.parse(payload)).map { node in
            let parts = try children(node)
            guard parts.count == 3 else { throw NotAsExpected() }
            return Attribute(
                type: try Int64(derEncoded: parts[0]), version: try Int64(derEncoded: parts[1]),
                value: Array(try ASN1OctetString(derEncoded: parts[2]).bytes))
        }
    }
}
