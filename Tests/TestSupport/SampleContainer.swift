/// A PKCS#7 container of which tests change one part, and which knows where its parts end up. Its signature is nobody's:
/// this is for the tests of the shape.
package struct SampleContainer: Sendable {
    package static let signedDataType = TLV.oid(1, 2, 840, 113549, 1, 7, 2)
    package static let dataType = TLV.oid(1, 2, 840, 113549, 1, 7, 1)
    package static let sha1 = TLV.sequence(TLV.oid(1, 3, 14, 3, 2, 26), TLV.null)
    package static let sha256 = TLV.sequence(TLV.oid(2, 16, 840, 1, 101, 3, 4, 2, 1), TLV.null)
    package static let rsa = TLV.sequence(TLV.oid(1, 2, 840, 113549, 1, 1, 1), TLV.null)

    /// The parts of SignedData, in order.
    package enum Part: Int, CaseIterable, Sendable {
        case version
        case digestAlgorithms
        case content
        case certificates
        case revocationLists
        case signers
        case surplus
    }

    /// The parts of the SignerInfo, in order.
    package enum SignerPart: Int, CaseIterable, Sendable {
        case version
        case identifier
        case digestAlgorithm
        case signedAttributes
        case signatureAlgorithm
        case signature
        case unsignedAttributes
        case surplus
    }

    package var contentType = signedDataType
    package var contentTag: UInt8 = 0xA0
    package var isIndefinite = false
    /// What stands behind SignedData in `[0]`, behind that in ContentInfo, and behind all.
    package var surplus: (inExplicit: [UInt8], inContentInfo: [UInt8], behind: [UInt8]) = ([], [], [])
    private var parts: [[UInt8]]

    package init(payload: [UInt8] = SampleSet.receipt.encoding) {
        parts = [
            TLV.integer(1), TLV.set(Self.sha256), Self.encapsulated(TLV.octets(payload)),
            TLV.context(0, Self.certificate(serial: 7), Self.certificate(serial: 8)), [],
            TLV.set(SampleSigner().encoding), [],
        ]
    }

    package subscript(_ part: Part) -> [UInt8] {
        get { parts[part.rawValue] }
        set { parts[part.rawValue] = newValue }
    }

    /// This container with another part.
    package func with(_ part: Part, _ octets: [UInt8]) -> SampleContainer {
        var copy = self
        copy[part] = octets
        return copy
    }

    /// This container with another signer.
    package func with(signer: SampleSigner) -> SampleContainer { with(.signers, TLV.set(signer.encoding)) }

    package static func encapsulated(_ octets: [UInt8]...) -> [UInt8] {
        TLV.sequence(dataType, TLV.element(0xA0, joining: octets))
    }

    /// The contents of an EncapsulatedContentInfo in Xcode's way.
    package static func chunked(_ chunks: [[UInt8]]) -> [UInt8] {
        TLV.indefinite(
            0x30, dataType, TLV.indefinite(0xA0, TLV.indefinite(0x24, Array(chunks.map { TLV.octets($0) }.joined()))))
    }

    package static func certificate(serial: Int64, padding: Int = 0) -> [UInt8] {
        let signed = TLV.sequence(
            TLV.context(0, TLV.integer(2)), TLV.integer(serial), rsa, TLV.sequence(TLV.set()), TLV.sequence(),
            TLV.sequence(TLV.set(TLV.null)), TLV.sequence(),
            TLV.context(3, TLV.octets([UInt8](repeating: 0, count: padding))))
        return TLV.sequence(signed, rsa, TLV.bits([1, 2, 3]))
    }

    package var encoding: [UInt8] {
        let signedData = Array(parts.joined())
        if isIndefinite {
            let inner = TLV.indefinite(0x30, signedData) + surplus.inExplicit
            return TLV.indefinite(0x30, contentType, TLV.indefinite(contentTag, inner), surplus.inContentInfo)
                + surplus.behind
        }
        let explicit = TLV.element(contentTag, TLV.sequence(signedData), surplus.inExplicit)
        return TLV.sequence(contentType, explicit, surplus.inContentInfo) + surplus.behind
    }

    /// Octets behind SignedData's last part.
    private var tail: Int {
        let markers = isIndefinite ? 6 : 0
        return surplus.inExplicit.count + surplus.inContentInfo.count + surplus.behind.count + markers
    }

    /// Where a part begins.
    package func start(_ part: Part) -> Int {
        encoding.count - tail - parts[part.rawValue...].reduce(0) { $0 + $1.count }
    }

    /// Where the contentType begins.
    package var contentTypeStart: Int {
        isIndefinite
            ? 2 : encoding.count - surplus.behind.count - TLV.sequenceContent(encoding.dropLast(surplus.behind.count))
    }
}

/// A SignerInfo of which tests change one part.
package struct SampleSigner: Sendable {
    private var parts: [[UInt8]] = [
        TLV.integer(1), TLV.sequence(TLV.sequence(TLV.set()), TLV.integer(7)), SampleContainer.sha256, [],
        SampleContainer.rsa, TLV.octets([UInt8](repeating: 5, count: 256)), [], [],
    ]

    package init() {}

    package subscript(_ part: SampleContainer.SignerPart) -> [UInt8] {
        get { parts[part.rawValue] }
        set { parts[part.rawValue] = newValue }
    }

    package func with(_ part: SampleContainer.SignerPart, _ octets: [UInt8]) -> SampleSigner {
        var copy = self
        copy[part] = octets
        return copy
    }

    package var encoding: [UInt8] { TLV.element(0x30, joining: parts) }

    /// Where a part begins, from the beginning of the SET that holds this signer alone.
    package func start(_ part: SampleContainer.SignerPart) -> Int {
        TLV.set(encoding).count - parts[part.rawValue...].reduce(0) { $0 + $1.count }
    }
}

extension TLV {
    /// How many octets the content of a definite element has.
    package static func sequenceContent(_ element: some Collection<UInt8>) -> Int {
        let bytes = Array(element)
        return bytes.count - 2 - (bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F))
    }
}
