// swift-format-ignore-file: AlwaysUseLowerCamelCase

// No part of any build: on an Apple platform there is always Objective-C. The check that compiles this program for
// macOS on Linux has hand-written stand-ins for Foundation, which knows neither folders nor links, for Darwin, and for Dispatch, which
// runs no work. What is used of those here is declared after Apple's interface, so that the code that uses it is checked like the rest.
#if canImport(Darwin) && !canImport(ObjectiveC)
    import Darwin
    import Dispatch
    import Foundation

    @unsafe func realpath(_ path: UnsafePointer<CChar>, _ resolved: UnsafeMutablePointer<CChar>?)
        -> UnsafeMutablePointer<CChar>?
    { nil }

    @unsafe func unlink(_ path: UnsafePointer<CChar>) -> CInt { -1 }
    @unsafe func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> CInt { -1 }
    let O_EXCL: CInt = 0x0800
    let ENOENT: CInt = 2
    let EBADF: CInt = 9

    struct FileAttributeType: Equatable {
        static let typeRegular = FileAttributeType()
        static let typeDirectory = FileAttributeType()
        static let typeSymbolicLink = FileAttributeType()
    }

    struct FileAttributeKey: Hashable {
        static let type = FileAttributeKey()
        static let systemNumber = FileAttributeKey()
        static let systemFileNumber = FileAttributeKey()
        static let posixPermissions = FileAttributeKey()
        static let ownerAccountID = FileAttributeKey()
        static let groupOwnerAccountID = FileAttributeKey()
    }

    extension FileManager {
        func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
        func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
        func destinationOfSymbolicLink(atPath path: String) throws -> String { path }
        func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    }

    extension DispatchQueue {
        func async(execute work: @escaping @Sendable () -> Void) {}
    }
#endif
