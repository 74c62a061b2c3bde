import FuzzSupport
import ReceiptFields
import SwiftASN1

/// Compares the reader with swift-asn1: the reader must reject all DER that swift-asn1 rejects, and if both accept an
/// input, they must find the same elements and values. The same applies to BER in the envelope, except for DER's rules
/// on lengths.
enum ReaderTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { .der(from: 0) }

    static func run(_ input: [UInt8]) {
        let elements = compare(input, isEnvelope: false)
        _ = compare(input, isEnvelope: true)
        salvage(input, isWhole: elements != nil)
        if let elements, !elements.isEmpty, checksum(input) % 4 == 0 { budgets(input, elements) }
    }

    /// Returns the elements if both accept the input.
    private static func compare(_ input: [UInt8], isEnvelope: Bool) -> [Element]? {
        let ours = attempt { () throws(FormatError) in try Element.list(input, isEnvelope: isEnvelope) }
        let reference = try? isEnvelope ? BER.parse(input[...]) : DER.parse(input[...])
        switch (ours, reference) {
        case (.failure(let error), nil):
            requireSound(error, in: 0...input.count)
        case (.failure(let error), .some):
            requireSound(error, in: 0...input.count)
            require(isStricter(error, isEnvelope: isEnvelope), "rejected by the reader alone: \(error)")
        case (.success, nil): failed("the reader accepts what swift-asn1 rejects (envelope: \(isEnvelope))")
        case (.success(let elements), let reference?):
            var found: [Element] = []
            Element.collect(reference, depth: 0, &found)
            require(elements == found, "\(elements)\nand reference\n\(found)")
            for element in elements where !element.isConstructed { Values.compare(element, in: input) }
            return elements
        }
        return nil
    }

    /// True for errors that only the reader may have: tags above 30, lengths that no receipt reaches, and depth; in the
    /// envelope, also forms of BER that Xcode doesn't use.
    private static func isStricter(_ error: FormatError, isEnvelope: Bool) -> Bool {
        switch error.reason {
        case .invalidTag(let tag): tag & 0x1F == 0x1F
        case .invalidLength(.tooLarge), .limitExceeded(.depth, _): true
        case .invalidLength(.notMinimal): isEnvelope
        default: false
        }
    }

    /// A salvaging reader must find the same elements if nothing is cut off, and otherwise stay inside the input.
    private static func salvage(_ input: [UInt8], isWhole: Bool) {
        let all = input[...]
        var reader = DERReader(all.span, limits: ReceiptLimits(), salvages: true)
        let error: FormatError?
        do throws(FormatError) {
            try reader.skipTree()
            try reader.finish()
            error = nil
        } catch let thrown { error = thrown }
        for error in [error, reader.firstTruncation].compactMap(\.self) { requireSound(error, in: 0...input.count) }
        if isWhole { require(error == nil && reader.firstTruncation == nil, "salvaging sees something else") }
        require((0...input.count).contains(reader.position), "position")
    }

    /// Budgets must be exact: a budget equal to the input's number is accepted, and a budget that is one lower rejects
    /// the input with the right error.
    private static func budgets(_ input: [UInt8], _ elements: [Element]) {
        var limits = ReceiptLimits()
        limits.maximumElements = elements.count
        limits.maximumDepth = (elements.filter(\.isConstructed).map(\.depth).max() ?? -1) + 1
        let exact = attempt { () throws(FormatError) in try Element.list(input, isEnvelope: false, limits) }
        require(exact == .success(elements), "an exact budget is not enough: \(exact)")
        var fewer = limits
        fewer.maximumElements -= 1
        require(reason(input, fewer) == .limitExceeded(.elements, allowed: fewer.maximumElements), "one element less")
        guard limits.maximumDepth > 0 else { return }
        limits.maximumDepth -= 1
        require(reason(input, limits) == .limitExceeded(.depth, allowed: limits.maximumDepth), "one level less")
    }

    private static func reason(_ input: [UInt8], _ limits: ReceiptLimits) -> FormatError.Reason? {
        let list = attempt { () throws(FormatError) in try Element.list(input, isEnvelope: false, limits) }
        guard case .failure(let error) = list else { return nil }
        return error.reason
    }
}
