extension SampleSet {
    /// An element that decoding reads: its offset, and the attribute or purchase in its error's path.
    package struct Element: Sendable {
        package var offset: Int
        package var attribute: Int64?
        package var purchase: Int?
        package var purchaseAttribute: Int64?
    }

    /// The elements that decoding this receipt reads, in order: the set; the SEQUENCE, two numbers and OCTET STRING of
    /// each attribute, and each purchase in the same way; then the values that are read as DER.
    package var elements: [Element] {
        var elements = [Element(offset: 0)]
        var values: [Element] = []
        var purchases = 0
        for (index, row) in rows.enumerated() {
            elements += headers(index).map { Element(offset: $0) }
            let value = valueStart(index)
            switch row.type {
            case 17:
                let purchase = SampleSet.receiptPurchases[purchases]
                elements.append(Element(offset: value, attribute: 17, purchase: purchases))
                var purchaseValues: [Element] = []
                for (index, row) in purchase.rows.enumerated() {
                    elements += purchase.headers(index).map {
                        Element(offset: value + $0, attribute: 17, purchase: purchases)
                    }
                    if Self.kept.contains(row.type) { continue }
                    purchaseValues.append(
                        Element(
                            offset: value + purchase.valueStart(index), attribute: 17, purchase: purchases,
                            purchaseAttribute: row.type))
                }
                elements += purchaseValues
                purchases += 1
            case let type where !Self.kept.contains(type): values.append(Element(offset: value, attribute: type))
            default: break
            }
        }
        return elements + values
    }

    /// The types whose values are kept as bytes, or not read.
    private static let kept: Set<Int64> = [4, 5, 6, 8, 1709]

    /// The purchases of ``receipt``.
    private static let receiptPurchases = [purchase, purchase.replacing(1703, TLV.utf8("1000000000000004"))]

    /// Returns the offsets of an attribute's SEQUENCE, two numbers and OCTET STRING. Its version has one byte.
    private func headers(_ index: Int) -> [Int] {
        let row = rows[index]
        let octetString = valueStart(index) - 1 - TLV.length(row.valueCount).count
        let version = octetString - 3
        return [start(index), version - TLV.integer(row.type).count, version, octetString]
    }
}
