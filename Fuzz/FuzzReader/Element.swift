import FuzzSupport
import ReceiptFields
import SwiftASN1

/// An element in a form that both readers produce.
struct Element: Equatable {
    let tag: UInt8
    /// The range of the whole element.
    let whole: Range<Int>
    /// The contents of a primitive element.
    let contents: Range<Int>?
    let depth: Int

    var isConstructed: Bool { contents == nil }

    /// Returns all elements that the reader finds in the input, in order of their first byte.
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
        // The envelope has no tags except these; the reader leaves it to its caller to check them.
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

    /// Collects all elements of a swift-asn1 node, in the same order.
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
