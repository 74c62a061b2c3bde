internal import ReceiptFields
package import ReceiptKit

extension VerificationError {
    /// What may help: mostly the option of `receipt` and `receipt-server` that may have been forgotten.
    package var hint: String? {
        switch self {
        case .untrustedRoot:
            "If a test authority or Xcode signed it: --trust-root or --xcode-certificate names whom to trust."
        case .environmentMismatch(let found, _):
            Self.environmentOptions.first { $0.environment == found }.map {
                "To accept it: --environment \($0.option)."
            }
        case .environmentUnsigned: "To accept it all the same: --accept-transaction-receipts."
        case .malformed(let error) where error.reason == .otherPayload(found: .realtimeRequest):
            "A server answers it with ReceiptVerifier.verify(realtimeRequest:at:); 'receipt inspect' shows what it says."
        default: nil
        }
    }

    private static let environmentOptions: [(environment: ReceiptEnvironment, option: String)] = [
        (.production, "production"), (.sandbox, "sandbox"), (.xcode, "xcode"), (.localTesting, "local-testing"),
    ]
}
