internal import ReceiptEssentials
internal import ReceiptFields

extension VerifiedReceipt: CustomStringConvertible {
    /// One line: the app, the environment, when the receipt was created, and how many purchases it has.
    public var description: String {
        "verified receipt of \(Escaped.text(receipt.bundleIdentifier)), environment \(receipt.environment), "
            + "created \(Timestamp.string(receipt.creationDate)), purchases: \(receipt.purchases.count), "
            + "device \(verification.isDeviceChecked ? "checked" : "not checked")"
    }
}
