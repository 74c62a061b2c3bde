import Foundation
import UIKit

/// The device of the stand-ins. A separate file, because a file that imports Testing can't import UIKit: the compiler
/// would look for an overlay of both.
@MainActor enum StandInDevice {
    static var identifierForVendor: UUID? { UIDevice.current.identifierForVendor }
}
