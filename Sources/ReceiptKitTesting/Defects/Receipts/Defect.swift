/// One thing that is wrong with a receipt.
public struct Defect: TestDefect {
    /// The unique name.
    public let name: String
    /// What is wrong, in one line.
    public let summary: String
    /// The stable code of the error that a verifier must give for a receipt of ``TestAuthority/standard``, such as
    /// `chain.notReceiptSigner`.
    public let expectedError: String
    /// Whether the signature still fits the content, as OpenSSL sees it without judging the certificates. Nil if OpenSSL doesn't come so
    /// far.
    package let isSignatureValid: Bool?
    let changes: [DefectChange<ReceiptDraft>]

    init(
        _ name: String, _ summary: String, _ expectedError: String, isSignatureValid: Bool? = true,
        _ changes: DefectChange<ReceiptDraft>...
    ) {
        self.name = name
        self.summary = summary
        self.expectedError = expectedError
        self.isSignatureValid = isSignatureValid
        self.changes = changes
    }

    /// Every defect of receipts: of the container, of the certificates, of the payload.
    public static let all = container + certificates + payload

    /// Whether the payload is still what the receipt says.
    package var leavesPayload: Bool { !changes.contains { $0.layer == .payload } }
}

extension Defect: DefectDefinition {}
