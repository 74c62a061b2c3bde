/// A value that tests create by changing an example: `TestReceipt().with { $0.appVersion = "43" }`.
public protocol TestModel: Sendable {}

extension TestModel {
    /// Returns a copy with some properties changed.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
