/// A SET OF ReceiptAttribute with positions, for tests that change one thing.
package struct SampleSet: Sendable {
    /// One attribute: its type, its whole encoding, and the number of bytes at its end that are the value.
    package struct Row: Sendable {
        package var type: Int64
        package var encoding: [UInt8]
        package var valueCount: Int

        package init(_ type: Int64, version: Int64 = 1, _ value: [UInt8]) {
            self.type = type
            self.encoding = TLV.attribute(type, version: version, value)
            self.valueCount = value.count
        }

        /// Replaces an attribute by bytes.
        package init(raw encoding: [UInt8]) {
            self.type = -1
            self.encoding = encoding
            self.valueCount = 0
        }

        package var value: [UInt8] { Array(encoding.suffix(valueCount)) }
    }

    package var rows: [Row]

    package init(_ rows: [Row]) { self.rows = rows }

    package var encoding: [UInt8] { TLV.element(0x31, joining: rows.map(\.encoding)) }

    private var headerCount: Int { 1 + TLV.length(rows.reduce(0) { $0 + $1.encoding.count }).count }

    /// The offset of the SET's contents.
    package var contentStart: Int { headerCount }

    /// Returns the offset of an attribute.
    package func start(_ index: Int) -> Int { headerCount + rows[..<index].reduce(0) { $0 + $1.encoding.count } }

    /// Returns the offset of an attribute's value.
    package func valueStart(_ index: Int) -> Int { start(index) + rows[index].encoding.count - rows[index].valueCount }

    /// Returns the index of the first attribute of a type.
    package func index(of type: Int64) -> Int { rows.firstIndex { $0.type == type } ?? rows.count }

    package func replacing(_ type: Int64, version: Int64 = 1, _ value: [UInt8]) -> SampleSet {
        var copy = self
        let index = index(of: type)
        if index < rows.count {
            copy.rows[index] = Row(type, version: version, value)
        } else {
            copy.rows.append(Row(type, version: version, value))
        }
        return copy
    }

    package func removing(_ type: Int64) -> SampleSet { SampleSet(rows.filter { $0.type != type }) }

    package func appending(_ row: Row) -> SampleSet { SampleSet(rows + [row]) }

    package func inserting(_ row: Row, at index: Int) -> SampleSet {
        var copy = self
        copy.rows.insert(row, at: index)
        return copy
    }
}

extension SampleSet {
    /// A purchase with every known attribute.
    package static let purchase = SampleSet([
        Row(1701, TLV.integer(2)),
        Row(1702, TLV.utf8("com.example.monthly")),
        Row(1703, TLV.utf8("1000000000000002")),
        Row(1704, TLV.ia5("2024-02-29T10:20:30Z")),
        Row(1705, TLV.utf8("1000000000000001")),
        Row(1706, TLV.ia5("2024-01-29T10:20:31Z")),
        Row(1707, TLV.integer(3)),
        Row(1708, TLV.ia5("2024-03-29T10:20:30Z")),
        Row(1709, TLV.utf8("")),
        Row(1710, TLV.integer(5_000_000_000)),
        Row(1711, TLV.integer(1_000_000_000_000_003)),
        Row(1712, TLV.ia5("")),
        Row(1713, TLV.integer(0)),
        Row(1719, TLV.integer(1)),
        Row(1720, TLV.integer(1)),
        Row(1721, TLV.utf8("spring")),
        Row(1722, TLV.integer(0)),
    ])

    /// A receipt with every known attribute, and two purchases.
    package static let receipt = SampleSet([
        Row(0, TLV.utf8("ProductionSandbox")),
        Row(1, TLV.integer(6_000_000_000)),
        Row(2, TLV.utf8("com.example.app")),
        Row(3, TLV.utf8("42")),
        Row(4, version: 2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
        Row(5, Array(0x20..<0x34)),
        Row(6, [0xDE, 0xAD]),
        Row(8, TLV.ia5("")),
        Row(10, TLV.ia5("4+")),
        Row(12, TLV.ia5("2024-03-01T12:00:00Z")),
        Row(15, TLV.integer(502_310_178_040_006_302)),
        Row(16, TLV.integer(7)),
        Row(17, purchase.encoding),
        Row(17, purchase.replacing(1703, TLV.utf8("1000000000000004")).encoding),
        Row(18, TLV.ia5("2013-08-01T07:00:00Z")),
        Row(19, TLV.utf8("1.0")),
        Row(21, TLV.ia5("4001-01-01T00:00:00Z")),
    ])

    /// Returns this receipt with another first purchase.
    package func with(purchase: SampleSet) -> SampleSet { replacing(17, purchase.encoding) }
}
