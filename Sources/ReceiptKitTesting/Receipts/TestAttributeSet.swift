/// The attributes of a receipt or of a purchase, as they are written.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// InAppReceipt ::= SET OF ReceiptAttribute
/// ```
/// ``attributes`` is always the order of the file. Its elements may be changed at will.
package struct TestAttributeSet: Hashable, Sendable {
    /// How the functions below keep the attributes.
    package enum Order: Hashable, Sendable {
        /// Sorted by their encodings, as DER demands and Apple's servers do (X.690 §11.6).
        case der
        /// By ascending type, as Xcode writes them. Equal types keep their order.
        case ascendingType
        /// As they stand.
        case asGiven
    }

    package var attributes: [TestAttribute]
    /// How the functions below keep them.
    package var order: Order
    /// The set's tag, SET.
    package var tag: UInt8 = 0x31
    /// Bytes after the set.
    package var trailingBytes: [UInt8] = []

    /// A set of these attributes, brought into order.
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

    /// Puts an attribute in the place of the first one of the same type, or adds it.
    package mutating func set(_ attribute: TestAttribute) {
        guard let index = attributes.firstIndex(where: { $0.type == attribute.type }) else { return append(attribute) }
        attributes[index] = attribute
        sort()
    }

    /// Takes out all attributes of a type. False if there was none.
    @discardableResult
    package mutating func remove(_ type: Int64) -> Bool {
        let count = attributes.count
        attributes.removeAll { $0.type == type }
        return attributes.count < count
    }

    /// Changes the first purchase (type 17) of the file. False if there is none.
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

    /// Brings the attributes into ``order``.
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
