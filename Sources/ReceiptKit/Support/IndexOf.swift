/// The index of an element of one type. The compiler rejects the index of a purchase where the index of a period is expected.
struct IndexOf<Element>: Hashable, Comparable, Sendable {
    let offset: Int

    init(_ offset: Int) { self.offset = offset }

    static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}

typealias IndicesOf<Element> = LazyMapCollection<Range<Int>, IndexOf<Element>>
typealias Indexed<Element, Value> = LazyMapSequence<
    EnumeratedSequence<[Value]>, (index: IndexOf<Element>, element: Value)
>

extension Array {
    /// The indices of the elements, in order.
    var places: IndicesOf<Element> { indices.lazy.map { IndexOf($0) } }

    subscript(place: IndexOf<Element>) -> Element {
        _read { yield self[place.offset] }
        _modify { yield &self[place.offset] }
    }

    /// Each element with its index.
    func indexed() -> Indexed<Element, Element> { enumerated().lazy.map { (IndexOf($0.offset), $0.element) } }
}

/// An array with one value for each element of a kind, such as an end date for each period.
struct Column<Element, Value> {
    private(set) var values: [Value]

    init(_ values: [Value]) { self.values = values }

    var places: IndicesOf<Element> { values.indices.lazy.map { IndexOf($0) } }

    subscript(place: IndexOf<Element>) -> Value {
        _read { yield values[place.offset] }
        _modify { yield &values[place.offset] }
    }

    /// Each value with its index.
    func indexed() -> Indexed<Element, Value> { values.enumerated().lazy.map { (IndexOf($0.offset), $0.element) } }
}

extension Column: Sendable where Value: Sendable {}
