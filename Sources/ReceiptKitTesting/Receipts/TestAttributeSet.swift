/// The attributes of a receipt or of a purchase.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// InAppReceipt ::= SET OF ReceiptAttribute
/// ```
/// ``attributes`` is always in file order. Its elements may be changed freely.
package struct TestAttributeSet: Hashable, Sendable {
    /// The order in which the functions below keep the attributes.
    package enum Order: Hashable, Sendable {
        /// Sorted by their encodings, as in DER and in receipts from Apple's servers (X.690 §11.6).
        case der
        /// By ascending type, as in receipts from Xcode. Equal types keep their order.
        case ascendingType
        /// In the order given.
        case asGiven
    }

    package var attributes: [TestAttribute]
    /// The order in which the functions below keep the attributes.
    package var order: Order
    /// The tag, by default that of SET.
    package var tag: UInt8 = 0x31
    /// Bytes after the set.
    package var trailingBytes: [UInt8] = []

    /// Creates a set of these attributes and sorts them.
    package init(_ attributes: [TestAttribute], order: Order = .der) {
        self.attributes = attributes
        self.order = order
        sort()
    }

    package var encoded: [UInt8] { TestDER.element(tag, attributes.flatMap(\.encoded)) + trailingBytes }

    package func first(_ type: Int64) -> TestAttribute? { attributes.first { $0.type == type } }

    package mutating func append(_ attribute: TestAttribute) {
        attributes.append(attribute)
        sort()
    }

    /// Replaces the first attribute of the same type, or adds the attribute.
    package mutating func set(_ attribute: TestAttribute) {
        guard let index = attributes.firstIndex(where: { $0.type == attribute.type }) else { return append(attribute) }
        attributes[index] = attribute
        sort()
    }

    /// Removes all attributes of a type. Returns false if there is none.
    @discardableResult
    package mutating func remove(_ type: Int64) -> Bool {
        let count = attributes.count
        attributes.removeAll { $0.type == type }
        return attributes.count < count
    }

    /// Changes the first purchase (type 17) in file order. Returns false if there is none.
    @discardableResult
    package mutating func editFirstPurchase(_ edit: (inout TestAttributeSet) -> Void) -> Bool {
        for index in attributes.indices where attributes[index].type == 17 {
            guard case .set(var row) = attributes[index].content else { continue }
            edit(&row)
            attributes[index].content = .set(row)
            sort()
            return true
        }
        return false
    }

    /// Sorts the attributes in ``order``.
    package mutating func sort() {
        switch order {
        case .asGiven: break
        case .ascendingType:
            attributes = attributes.enumerated()
                .sorted { ($0.element.type, $0.offset) < ($1.element.type, $1.offset) }.map(\.element)
        case .der:
            attributes = attributes.map { ($0, $0.encoded) }
                .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        }
    }
}
