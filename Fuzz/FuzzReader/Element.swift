import FuzzSupport
import ReceiptFields
import SwiftASN1

/// An element as both readers see it.
struct Element: Equatable {
    let tag: UInt8
    /// From its first byte to its last.
    let whole: Range<Int>
    /// The bytes of a primitive one.
    let contents: Range<Int>?
    let depth: Int

    var isConstructed: Bool { contents == nil }

    /// All elements of the input as the reader finds them, in the order of their first bytes.
    static func list(
        _ input: [UInt8], isEnvelope: Bool, _ limits: ReceiptLimits = ReceiptLimits()
    ) throws(FormatError) -> [Element] {
        let all = input[...]
        var reader = DERReader(all.span, limits: limits)
        var elements: [Element] = []
        try read(&reader, isEnvelope, depth: 0, &elements)
        try reader.finish()
        require(
            reader.spent.elements == elements.count, "\(reader.spent.elements) elements counted, \(elements.count) read"
        )
        return elements
    }

    private static func read(
        _ reader: inout DERReader, _ isEnvelope: Bool, depth: Int, _ elements: inout [Element]
    ) throws(FormatError) {
        let start = reader.position
        guard let tag = reader.nextTag, tag.isConstructed else {
            guard let tag = reader.nextTag else {
                _ = try reader.anyElement()
                failed("an element out of nothing")
            }
            let contents = try reader.element(tag)
            elements.append(
                Element(tag: tag.rawValue, whole: start..<reader.position, contents: contents, depth: depth))
            return
        }
        let index = elements.count
        // The envelope has no other tags than these, so the reader may rely on its caller for them.
        let isKnown = tag.rawValue & 0x1F != 0x1F && tag.rawValue & 0xDF != 0
        elements.append(Element(tag: tag.rawValue, whole: start..<start, contents: nil, depth: depth))
        if isEnvelope, isKnown {
            try reader.withinEnvelope(tag) { (reader, frame) throws(FormatError) in
                while !reader.isAtEnd(of: frame) { try read(&reader, isEnvelope, depth: depth + 1, &elements) }
            }
        } else {
            try reader.within(tag) { (reader) throws(FormatError) in
                while !reader.isAtEnd { try read(&reader, isEnvelope, depth: depth + 1, &elements) }
            }
        }
        elements[index] = Element(tag: tag.rawValue, whole: start..<reader.position, contents: nil, depth: depth)
    }

    /// All elements of a node of swift-asn1, in the same order.
    static func collect(_ node: ASN1Node, depth: Int, _ elements: inout [Element]) {
        let tagClass: UInt8 =
            switch node.identifier.tagClass {
            case .universal: 0x00
            case .application: 0x40
            case .contextSpecific: 0x80
            case .private: 0xC0
            }
        let tag = tagClass | UInt8(truncatingIfNeeded: node.identifier.tagNumber)
        switch node.content {
        case .primitive(let octets):
            elements.append(Element(tag: tag, whole: node.encodedBytes.indices, contents: octets.indices, depth: depth))
        case .constructed(let children):
            elements.append(Element(tag: tag | 0x20, whole: node.encodedBytes.indices, contents: nil, depth: depth))
            for child in children { collect(child, depth: depth + 1, &elements) }
        }
    }
}
