// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// No part of any build: on an Apple platform there is always Objective-C. The check that compiles this program for
// macOS on Linux has hand-written stand-ins for Apple's modules, and they know neither folders nor links. What is used
// of those here is declared after Apple's headers, so that the code that uses it is checked like the rest.
#if canImport(Darwin) && !canImport(ObjectiveC)
    import Darwin
    import Foundation

    struct stat {
        var st_mode: mode_t = 0
    }

    @unsafe func fstatat(
        _ folder: CInt, _ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>, _ flags: CInt
    ) -> CInt { -1 }

    let AT_FDCWD: CInt = -2
    let AT_SYMLINK_NOFOLLOW: CInt = 0x20
    let S_IFMT: mode_t = 0o170_000
    let S_IFDIR: mode_t = 0o040_000
    let S_IFREG: mode_t = 0o100_000
    let S_IFLNK: mode_t = 0o120_000

    extension FileManager {
        func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    }
#endif
