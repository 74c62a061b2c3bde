internal import ReceiptFields

/// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
///
/// RFC 5280 section 4.1.1.2. The algorithms in receipts have NULL as their parameters, as Apple writes them, or none.
package struct AlgorithmIdentifier: Hashable, Sendable {
    package let algorithm: OID
    /// True if the parameters are absent or NULL.
    package let hasPlainParameters: Bool
}

extension DERReader {
    mutating func algorithmIdentifier(of bytes: [UInt8]) throws(FormatError) -> AlgorithmIdentifier {
        try within(.sequence) { (reader) throws(FormatError) in
            let oid = try reader.objectIdentifier()
            var isPlain = true
            if !reader.isAtEnd {
                let parameters = try reader.anyElement()
                isPlain = parameters.tag == .null && parameters.whole.count == 2
            }
            return AlgorithmIdentifier(algorithm: OID(bytes[oid]), hasPlainParameters: isPlain)
        }
    }
}
