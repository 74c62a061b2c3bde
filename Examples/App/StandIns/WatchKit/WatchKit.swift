// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's framework on systems without it, so that the example compiles.

public import Foundation

@MainActor public final class WKInterfaceDevice {
    private static let device = WKInterfaceDevice()

    public class func current() -> WKInterfaceDevice { device }

    public var identifierForVendor: UUID? { nil }
}
