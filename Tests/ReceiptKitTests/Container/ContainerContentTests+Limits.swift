import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// Limits of the container, and budgets that continue in its content.
extension ContainerContentTests {
    @Test("CMS-21 lower limits")
    func lowerLimits() throws {
        var limits = ReceiptLimits()
        limits.maximumCertificates = 2
        limits.maximumCertificateSize = SampleContainer.certificate(serial: 7).count
        _ = try UnverifiedReceipt(Self.good.encoding, limits: limits)
        limits.maximumCertificateSize -= 1
        let first = Self.good.start(.certificates) + 3
        #expect(
            throws: FormatError(.limitExceeded(.certificateSize, allowed: limits.maximumCertificateSize), offset: first)
        ) {
            try UnverifiedReceipt(Self.good.encoding, limits: limits)
        }
        limits.maximumCertificates = 1
        limits.maximumCertificateSize += 1
        let second = first + SampleContainer.certificate(serial: 7).count
        #expect(throws: FormatError(.limitExceeded(.certificates, allowed: 1), offset: second)) {
            try UnverifiedReceipt(Self.good.encoding, limits: limits)
        }
        limits.maximumInputSize = Self.good.encoding.count
        limits.maximumCertificates = 2
        _ = try UnverifiedReceipt(Self.good.encoding, limits: limits)
        limits.maximumInputSize -= 1
        #expect(throws: FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: 0)) {
            try UnverifiedReceipt(Self.good.encoding, limits: limits)
        }
    }

    @Test("DER-02, DER-03 the container's budgets continue in its content")
    func budgets() throws {
        func unverified(elements: Int) throws(FormatError) -> AppReceipt {
            var limits = ReceiptLimits()
            limits.maximumElements = elements
            return try UnverifiedReceipt(Self.good.encoding, limits: limits).unverified
        }
        // 13 elements including the content's OCTET STRING, 27 of certificates, 13 of signers.
        let container = 53
        var last = -1
        for allowed in 0..<container {
            do throws(FormatError) {
                _ = try unverified(elements: allowed)
                Issue.record("\(allowed) elements are enough")
            } catch {
                #expect(error == FormatError(.limitExceeded(.elements, allowed: allowed), offset: error.offset))
                #expect(error.offset > last, "\(allowed)")
                last = error.offset
            }
        }
        #expect(last == Self.good.encoding.count - TLV.octets([UInt8](repeating: 5, count: 256)).count)
        let start = try UnverifiedReceipt(Self.good.encoding).content.startIndex
        let elements = SampleSet.receipt.elements
        for (index, element) in elements.enumerated() {
            let reason = FormatError.Reason.limitExceeded(.elements, allowed: container + index)
            #expect(throws: FormatError(reason, path: element.path, offset: start + element.offset)) {
                try unverified(elements: container + index)
            }
        }
        _ = try unverified(elements: container + elements.count)
    }

    @Test("DER-03 the container's levels count toward its content's depth", arguments: [false, true])
    func depth(_ isXcode: Bool) throws {
        var sample = Self.good
        // Content in several pieces is one level deeper.
        if isXcode { sample = sample.with(.content, SampleContainer.chunked([Self.payload])) }
        sample.isIndefinite = isXcode
        let needed = isXcode ? 11 : 10
        func unverified(depth: Int) throws(FormatError) -> AppReceipt {
            var limits = ReceiptLimits()
            limits.maximumDepth = depth
            return try UnverifiedReceipt(sample.encoding, limits: limits).unverified
        }
        _ = try unverified(depth: needed)
        let content = try UnverifiedReceipt(sample.encoding).content.startIndex
        let purchase = content + SampleSet.receipt.valueStart(SampleSet.receipt.index(of: 17))
        let path = FieldPath.purchase(0)
        let places: [(Int, FieldPath)] = [
            (content + SampleSet.receipt.start(0), FieldPath.container), (purchase, path),
            (purchase + SampleSet.purchase.start(0), path),
        ]
        for (allowed, (offset, path)) in zip((needed - 3)..., places) {
            #expect(throws: FormatError(.limitExceeded(.depth, allowed: allowed), path: path, offset: offset)) {
                try unverified(depth: allowed)
            }
        }
        for allowed in 0..<(needed - 3) {
            do throws(FormatError) {
                _ = try unverified(depth: allowed)
                Issue.record("read with \(allowed) levels")
            } catch {
                #expect(error.reason == .limitExceeded(.depth, allowed: allowed))
            }
        }
    }
}
