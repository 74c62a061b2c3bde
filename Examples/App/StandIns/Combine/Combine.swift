// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's framework on systems without it, so that the example compiles. Nothing is observed.

public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
