// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stand-in for Apple's framework, for type checkers without it. No service is found.

#if canImport(Darwin)
    public import Foundation

    public typealias mach_port_t = UInt32
    public typealias io_object_t = mach_port_t
    public typealias IOOptionBits = UInt32

    public let kIOMainPortDefault: mach_port_t = 0
    public let IO_OBJECT_NULL: io_object_t = 0
    public let kIOServicePlane = "IOService"
    public let kIORegistryIterateRecursively = 1
    public let kIORegistryIterateParents = 2

    public func IOBSDNameMatching(
        _ mainPort: mach_port_t, _ options: UInt32, _ bsdName: UnsafePointer<CChar>?
    ) -> CFDictionary? { nil }

    public func IOServiceGetMatchingService(_ mainPort: mach_port_t, _ matching: CFDictionary?) -> io_object_t {
        IO_OBJECT_NULL
    }

    @discardableResult public func IOObjectRelease(_ object: io_object_t) -> Int32 { 0 }

    public func IORegistryEntrySearchCFProperty(
        _ entry: io_object_t, _ plane: UnsafePointer<CChar>?, _ key: CFString?, _ allocator: AnyObject?,
        _ options: IOOptionBits
    ) -> CFTypeRef? { nil }

    // Part of CoreFoundation, which IOKit re-exports.
    public enum CFStringBuiltInEncodings: UInt32 { case UTF8 = 0x0800_0100 }

    public func CFStringCreateWithCString(
        _ allocator: AnyObject?, _ string: UnsafePointer<CChar>?, _ encoding: UInt32
    ) -> CFString? { nil }
#endif
