import ArgumentParser
import ReceiptKit

/// The command line's names for environments.
enum EnvironmentOption: String, ExpressibleByArgument, CaseIterable {
    case production
    case sandbox
    case xcode
    case localTesting = "local-testing"

    var environment: StoreEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        }
    }
}
