// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's framework on systems without it, so that the example compiles.

public import Foundation

@MainActor public final class UIDevice {
    public static let current = UIDevice()

    public var identifierForVendor: UUID? = UUID()
}
