import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// A receipt's container. Checks that nothing traps, that errors are valid, that the parts are at their positions, that
/// limits are enforced, and that every form of the same receipt has the same result.
enum ContainerTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { .der(from: 0) }

    static func prepare() { CostRule.prepare() }

    static func run(_ input: [UInt8]) {
        let result = CostRule.held(input.count) { attempt { () throws(FormatError) in try UnverifiedReceipt(input) } }
        let number = checksum(input)
        Budgets.check(input, result, number)
        switch result {
        case .failure(let error):
            requireSound(error, in: 0...input.count)
            require(error.path == .container, "the container has no attributes: \(error)")
            salvage(input)
        case .success(let receipt):
            parts(of: receipt, in: input)
            Forms.check(receipt, input, number)
            Contents.check(receipt, input)
        }
        if number.isMultiple(of: 2) { Identifiers.check(input) }
    }

    /// Reads as `inspect` does for a receipt that can't be verified.
    private static func salvage(_ input: [UInt8]) {
        var container = UnverifiedSignedData()
        let all = input[...]
        var reader = DERReader(all.span, limits: ReceiptLimits(), salvages: true)
        do throws(FormatError) {
            try container.read(&reader, of: input, limits: ReceiptLimits())
        } catch { requireSound(error, in: 0...input.count) }
        if let truncation = reader.firstTruncation { requireSound(truncation, in: 0...input.count) }
    }

    /// Certificates must be consecutive slices of the input, and so must the content if it is in one piece.
    private static func parts(of receipt: UnverifiedReceipt, in input: [UInt8]) {
        let limits = ReceiptLimits()
        let certificates = receipt.certificates
        require(certificates.count <= limits.maximumCertificates, "\(certificates.count) certificates")
        var place = 0
        for certificate in certificates {
            require(certificate.count <= limits.maximumCertificateSize, "a certificate of \(certificate.count) bytes")
            guard let start = find(certificate, in: input, from: place) else { failed("a certificate out of nowhere") }
            place = start + certificate.count
        }
        if receipt.content.startIndex > 0 {
            require(input[receipt.content.indices] == receipt.content, "the content is not where it says")
        }
    }

    private static func find(_ part: [UInt8], in whole: [UInt8], from: Int) -> Int? {
        guard part.count <= whole.count - from else { return nil }
        return (from...(whole.count - part.count)).first { start in
            whole[start] == part[0] && whole[start..<start + part.count].elementsEqual(part)
        }
    }
}
