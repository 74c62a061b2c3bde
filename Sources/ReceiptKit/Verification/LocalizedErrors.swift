public import ReceiptEssentials

extension VerificationError: LocalizedError {
    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}

extension ReceiptPolicy.InvalidPolicy: LocalizedError {
    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}
