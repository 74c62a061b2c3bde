/// A single defect of a receipt.
public struct Defect: TestDefect {
    /// The unique name.
    public let name: String
    /// The defect in one line.
    public let summary: String
    /// The stable code of the error that a verifier must throw for a receipt of ``TestAuthority/standard``, such as
    /// `chain.notReceiptSigner`.
    public let expectedError: String
    /// True if the signature still matches the content, according to OpenSSL, without validating the certificates. Nil
    /// if OpenSSL fails before checking it.
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

    /// Every defect of receipts: of the container, the certificates and the payload.
    public static let all = container + certificates + payload

    /// True if the defect doesn't change the payload.
    package var leavesPayload: Bool { !changes.contains { $0.layer == .payload } }
}

extension Defect: DefectDefinition {}
