// No part of any build: on an Apple platform there is always Objective-C. The check that compiles this program for
// macOS on Linux has hand-written stand-ins for Foundation, which knows neither folders nor links, and for Dispatch, which
// knows no groups. What is used of those here is declared after Apple's interface, so that the code that uses it is checked like the rest.
#if canImport(Darwin) && !canImport(ObjectiveC)
    import Dispatch
    import Foundation

    @unsafe func realpath(_ path: UnsafePointer<CChar>, _ resolved: UnsafeMutablePointer<CChar>?)
        -> UnsafeMutablePointer<CChar>?
    { nil }

    struct FileAttributeType: Equatable {
        static let typeRegular = FileAttributeType()
        static let typeDirectory = FileAttributeType()
        static let typeSymbolicLink = FileAttributeType()
    }

    struct FileAttributeKey: Hashable {
        static let type = FileAttributeKey()
    }

    extension FileManager {
        func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
        func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    }

    final class DispatchSemaphore: Sendable {
        init(value: Int) {}
        func wait() {}
        @discardableResult func signal() -> Int { 0 }
    }

    final class DispatchGroup: Sendable {
        func notify(queue: DispatchQueue, execute work: @escaping @Sendable () -> Void) {}
    }

    extension DispatchQueue {
        class func global() -> DispatchQueue { DispatchQueue(label: "") }
        func async(group: DispatchGroup?, execute work: @escaping @Sendable () -> Void) {}
    }
#endif
