// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands for Apple's framework where there is none, so that the example compiles.

public import Foundation

@MainActor public final class UIDevice {
    public static let current = UIDevice()

    public var identifierForVendor: UUID? = UUID()
}
