/// The identifier byte of an ASN.1 element (X.690 section 8.1.2): its class, whether it is primitive or constructed, and a number below 31.
///
/// Receipts need no tags of more than one byte, and the reader rejects them.
package struct DERTag: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let endOfContents = DERTag(rawValue: 0x00)
    package static let integer = DERTag(rawValue: 0x02)
    package static let bitString = DERTag(rawValue: 0x03)
    package static let octetString = DERTag(rawValue: 0x04)
    package static let null = DERTag(rawValue: 0x05)
    package static let objectIdentifier = DERTag(rawValue: 0x06)
    package static let utf8String = DERTag(rawValue: 0x0C)
    package static let ia5String = DERTag(rawValue: 0x16)
    package static let constructedOctetString = DERTag(rawValue: 0x24)
    package static let sequence = DERTag(rawValue: 0x30)
    package static let set = DERTag(rawValue: 0x31)
    package static let subjectKeyIdentifier = DERTag(rawValue: 0x80)
    package static let context0 = DERTag(rawValue: 0xA0)
    package static let context1 = DERTag(rawValue: 0xA1)
    package static let context2 = DERTag(rawValue: 0xA2)
    package static let context3 = DERTag(rawValue: 0xA3)

    package var isConstructed: Bool { rawValue & 0x20 != 0 }
}
