// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's framework on systems without it, so that the example compiles. Nothing is shown.

public import Combine

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("Never has no body") }
}

public struct Text: View {
    public init(_ text: String) {}

    public var body: Never { fatalError("Text has no body") }
}

public struct EitherView<First: View, Second: View>: View {
    public var body: Never { fatalError("EitherView has no body") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        EitherView()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        EitherView()
    }
}

extension View {
    public func environmentObject(_ object: some ObservableObject) -> some View { self }
    public func task(
        id: some Equatable, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }
}

@MainActor public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

public enum ScenePhase: Equatable {
    case background, inactive, active
}

public struct EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
}

@propertyWrapper public struct Environment<Value> {
    public let wrappedValue: Value

    public init(_ value: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: value] }
}

@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject> {
    public let wrappedValue: Object

    public init(wrappedValue: @autoclosure @escaping () -> Object) { self.wrappedValue = wrappedValue() }
}

@MainActor @propertyWrapper public struct EnvironmentObject<Object: ObservableObject> {
    public var wrappedValue: Object { fatalError("Nothing is shown") }

    nonisolated public init() {}
}
