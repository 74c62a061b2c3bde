/// The index of one kind of element. The index of a purchase doesn't compile in the place of the index of a period.
struct IndexOf<Element>: Hashable, Comparable, Sendable {
    let offset: Int

    init(_ offset: Int) { self.offset = offset }

    static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}

extension Array {
    /// The indices of the elements, in order.
    var places: [IndexOf<Element>] { indices.map(IndexOf<Element>.init) }

    subscript(place: IndexOf<Element>) -> Element {
        get { self[place.offset] }
        _modify { yield &self[place.offset] }
    }

    /// Each element with its index.
    func indexed() -> [(index: IndexOf<Element>, element: Element)] {
        enumerated().map { (IndexOf($0), $1) }
    }
}

/// An array with one value for each element of a kind, such as an end date for each period.
struct Column<Element, Value> {
    private(set) var values: [Value]

    init(_ values: [Value]) { self.values = values }

    var places: [IndexOf<Element>] { values.indices.map(IndexOf<Element>.init) }

    subscript(place: IndexOf<Element>) -> Value {
        get { values[place.offset] }
        _modify { yield &values[place.offset] }
    }

    /// Each value with its index.
    func indexed() -> [(index: IndexOf<Element>, element: Value)] {
        values.enumerated().map { (IndexOf($0), $1) }
    }
}

extension Column: Sendable where Value: Sendable {}
