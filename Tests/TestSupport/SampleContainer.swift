/// A PKCS#7 container with positions, for tests that change one part. Its signature is invalid: it serves to test
/// reading, not verification.
package struct SampleContainer: Sendable {
    private static let signedDataType = TLV.oid(1, 2, 840, 113549, 1, 7, 2)
    private static let dataType = TLV.oid(1, 2, 840, 113549, 1, 7, 1)
    private static let sha256 = TLV.sequence(TLV.oid(2, 16, 840, 1, 101, 3, 4, 2, 1), TLV.null)
    package static let rsa = TLV.sequence(TLV.oid(1, 2, 840, 113549, 1, 1, 1), TLV.null)

    /// The parts of SignedData, in order.
    package enum Part: Int, CaseIterable, Sendable {
        case version
        case digestAlgorithms
        case content
        case certificates
        case revocationLists
        case signers
    }

    package var isIndefinite = false
    private var parts: [[UInt8]]

    package init(payload: [UInt8] = SampleSet.receipt.encoding) {
        parts = [
            TLV.integer(1), TLV.set(Self.sha256), Self.encapsulated(TLV.octets(payload)),
            TLV.context(0, Self.certificate(serial: 7), Self.certificate(serial: 8)), [], TLV.set(Self.signer()),
        ]
    }

    /// Returns this container with one part replaced.
    package func with(_ part: Part, _ octets: [UInt8]) -> SampleContainer {
        var copy = self
        copy.parts[part.rawValue] = octets
        return copy
    }

    package static func encapsulated(_ octets: [UInt8]) -> [UInt8] {
        TLV.sequence(dataType, TLV.element(0xA0, octets))
    }

    /// Returns the contents of an EncapsulatedContentInfo in Xcode's encoding.
    package static func chunked(_ chunks: [[UInt8]]) -> [UInt8] {
        TLV.indefinite(
            0x30, dataType, TLV.indefinite(0xA0, TLV.indefinite(0x24, TLV.concatenated(chunks.map { TLV.octets($0) }))))
    }

    package static func certificate(serial: Int64) -> [UInt8] {
        let signed = TLV.sequence(
            TLV.context(0, TLV.integer(2)), TLV.integer(serial), rsa, TLV.sequence(TLV.set()), TLV.sequence(),
            TLV.sequence(TLV.set(TLV.null)), TLV.sequence(), TLV.context(3, TLV.octets([])))
        return TLV.sequence(signed, rsa, TLV.bits([1, 2, 3]))
    }

    /// Returns a SignerInfo with these bytes after its signature.
    package static func signer(_ behind: [UInt8] = []) -> [UInt8] {
        TLV.sequence(
            TLV.integer(1), TLV.sequence(TLV.sequence(TLV.set()), TLV.integer(7)), sha256, rsa,
            TLV.octets([UInt8](repeating: 5, count: 256)), behind)
    }

    package var encoding: [UInt8] {
        let signedData = TLV.concatenated(parts)
        return isIndefinite
            ? TLV.indefinite(0x30, Self.signedDataType, TLV.indefinite(0xA0, TLV.indefinite(0x30, signedData)))
            : TLV.sequence(Self.signedDataType, TLV.context(0, TLV.sequence(signedData)))
    }

    /// Returns the offset of a part.
    package func start(_ part: Part) -> Int {
        encoding.count - (isIndefinite ? 6 : 0) - parts[part.rawValue...].reduce(0) { $0 + $1.count }
    }
}
