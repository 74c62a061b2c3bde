// Exports `Date`, `Data` and `UUID` from the smallest module that has them, which on Linux is the one without locale data.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
