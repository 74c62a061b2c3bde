/// What ``ReceiptVerifier`` found about one receipt of many.
public struct ReceiptVerdict<Element: Sendable>: Sendable {
    /// The element's position in its sequence, from 0.
    public let index: Int
    /// The element as it was given: the receipt, or whatever came with it.
    public let element: Element
    /// The verified receipt, or the first check that failed.
    public let result: Result<VerifiedReceipt, VerificationError>
}

extension ReceiptVerdict: Equatable where Element: Equatable {}
extension ReceiptVerdict: Hashable where Element: Hashable {}
