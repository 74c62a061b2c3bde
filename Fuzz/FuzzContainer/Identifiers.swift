import FuzzSupport
import ReceiptFields
import ReceiptKit
import SwiftASN1

/// Compares object identifiers with swift-asn1: the reader must reject everything that swift-asn1 rejects, and if both
/// accept an identifier, both must find the same arcs.
enum Identifiers {
    static func check(_ input: [UInt8]) {
        let map = DERMap(input, mostNodes: 200)
        for node in map.nodes.indices where input[map.nodes[node].start] == 0x06 { compare(map.encoding(node)) }
    }

    private static func compare(_ encoding: ArraySlice<UInt8>) {
        let ours = attempt { () throws(FormatError) in
            var reader = DERReader(encoding.span, base: encoding.startIndex, limits: ReceiptLimits())
            let contents = try reader.objectIdentifier()
            try reader.finish()
            return encoding.startIndex + contents.lowerBound..<encoding.startIndex + contents.upperBound
        }
        let reference = try? ASN1ObjectIdentifier(derEncoded: encoding)
        switch (ours, reference) {
        case (.success(let contents), let reference?):
            let text = OID(encoding[contents]).description
            let arcs = text.split(separator: ".").compactMap { UInt64($0) }
            // swift-asn1 splits 2.40 and above into a first arc of 3 or more, so the first two arcs are joined again.
            let theirs = reference.oidComponents.map { UInt64($0) }
            require(
                arcs.count == theirs.count && arcs.dropFirst(2) == theirs.dropFirst(2),
                "\(text), reference \(reference)")
            require(arcs[0] * 40 + arcs[1] == theirs[0] * 40 + theirs[1], "\(text), reference \(reference)")
            require(arcs[0] <= 2 && (arcs[0] == 2 || arcs[1] < 40), "no such arcs: \(text)")
        case (.success, nil): failed("accepts what swift-asn1 rejects: \(encoding)")
        case (.failure(let error), let reference):
            requireSound(error, in: encoding.startIndex...encoding.endIndex)
            guard let reference else { return }
            let isLong = encoding.count > 66 || reference.oidComponents.contains { $0 >= 1 << 63 }
            require(isLong, "rejected by the reader alone: \(error)")
        }
    }
}
