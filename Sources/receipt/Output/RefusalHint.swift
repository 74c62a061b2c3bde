import ReceiptKit

/// The option that a person may have forgotten, where a refusal makes one likely.
enum RefusalHint {
    static func text(_ error: VerificationError) -> String? {
        switch error {
        case .untrustedRoot:
            "If a test authority or Xcode signed it: --trust-root or --xcode-certificate names whom to trust."
        case .environmentMismatch(let found, _):
            EnvironmentOption.allCases.first { $0.environment == found }
                .map { "To accept it: --environment \($0.rawValue)." }
        case .environmentUnsigned: "To accept it all the same: --accept-transaction-receipts."
        default: nil
        }
    }
}
