import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// A container with one defect, and the refusal it has to meet.
struct ContainerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let error: FormatError

    init(
        _ rule: String, _ container: SampleContainer, _ reason: FormatError.Reason, at offset: (SampleContainer) -> Int
    ) {
        testDescription = rule
        bytes = container.encoding
        error = FormatError(reason, offset: offset(container))
    }

    init(
        _ rule: String, _ container: SampleContainer, _ reason: FormatError.Reason, at part: SampleContainer.Part,
        plus: Int = 0
    ) {
        self.init(rule, container, reason) { $0.start(part) + plus }
    }

    init(
        _ rule: String, signer: SampleSigner, _ reason: FormatError.Reason, at part: SampleContainer.SignerPart,
        plus: Int = 0
    ) {
        self.init(rule, SampleContainer().with(signer: signer), reason) {
            $0.start(.signers) + signer.start(part) + plus
        }
    }
}
