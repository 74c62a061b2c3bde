import Foundation
import UIKit

/// The device of the stand-ins. A file that imports Testing can't import UIKit: the compiler then looks for an overlay of both.
@MainActor enum StandInDevice {
    static var identifierForVendor: UUID? { UIDevice.current.identifierForVendor }
}
