// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands for Apple's framework where there is none, so that the example compiles.

public import Foundation

@MainActor public final class WKInterfaceDevice {
    private static let device = WKInterfaceDevice()

    public class func current() -> WKInterfaceDevice { device }

    public var identifierForVendor: UUID? { nil }
}
