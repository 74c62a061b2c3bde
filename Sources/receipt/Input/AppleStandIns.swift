// No part of any build: on an Apple platform there is always Objective-C. The check that compiles this program for
// macOS on Linux has a hand-written stand-in for Foundation, which knows neither folders nor links. What is used of
// those here is declared after Apple's interface, so that the code that uses it is checked like the rest.
#if canImport(Darwin) && !canImport(ObjectiveC)
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
#endif
