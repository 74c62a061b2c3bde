// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands for Apple's framework where there is none, so that the example compiles. Nothing is observed.

public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
