import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Flips one bit anywhere that the signature covers, or in the signature, or in the signer certificate.
@Suite("CMS-28 one flipped bit")
struct TamperingTests {
    /// The positions of a receipt's parts in its bytes.
    struct Parts {
        let bytes: [UInt8]
        let content: Range<Int>
        let signature: Range<Int>
        let signer: Range<Int>
        /// The end of attribute 12 in the content. A flip before it may be noticed before the signature is checked.
        let dateEnd: Int

        init(_ bytes: [UInt8]) throws {
            let receipt = try UnverifiedReceipt(bytes)
            self.bytes = bytes
            content = receipt.content.indices
            let signature = try #require(
                bytes.indices.dropLast(255).last { bytes[$0 - 4..<$0].elementsEqual([4, 0x82, 1, 0]) })
            self.signature = signature..<(signature + 256)
            let leaf = try #require(receipt.certificates.first)
            let start = try #require(bytes.firstRange(of: leaf)).lowerBound
            signer = start..<(start + leaf.count)
            let date = try #require(receipt.unverified.attributes.first { $0.type == .creationDate })
            dateEnd = date.value.endIndex
        }
    }

    private func error(_ verifier: ReceiptVerifier, _ bytes: [UInt8], flipping bit: Int, at offset: Int)
        -> VerificationError?
    {
        var bytes = bytes
        bytes[offset] ^= 1 << UInt8(bit)
        return verificationError { _ = try verifier.verify(bytes, at: Subject.now) }
    }

    @Test("of the test kit's receipt is rejected: all bits of it")
    func testReceipt() throws {
        let parts = try Parts(try TestAuthority.standard.sign(Subject.receipt))
        try check(parts, ReceiptVerifier(policy: try Subject.policy()), bits: Array(0..<8))
    }

    @Test("of a real receipt is rejected", .enabled(if: Corpus.isAvailable))
    func realReceipt() throws {
        let entry = try #require(Corpus.entries.first { $0.name.hasSuffix("-bebb16e2") })
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked, environments: [.sandbox])
        try check(Parts(entry.bytes), ReceiptVerifier(policy: policy), bits: [0, 5])
    }

    private func check(_ parts: Parts, _ verifier: ReceiptVerifier, bits: [Int]) throws {
        _ = try verifier.verify(parts.bytes, at: Subject.now)
        for bit in bits {
            for offset in parts.signature.sample(32) {
                #expect(
                    error(verifier, parts.bytes, flipping: bit, at: offset) == .signatureInvalid, "signature, \(offset)"
                )
            }
            for offset in parts.content.sample(100) {
                let error = error(verifier, parts.bytes, flipping: bit, at: offset)
                if offset >= parts.dateEnd {
                    #expect(error == .signatureInvalid, "content, \(offset)")
                } else {
                    #expect(Self.isNoticedOnTheWayToTheDate(error), "content, \(offset): \(String(describing: error))")
                }
            }
            for offset in parts.signer.sample(100) {
                let error = error(verifier, parts.bytes, flipping: bit, at: offset)
                #expect(Self.isAboutTheSigner(error), "signer, \(offset): \(String(describing: error))")
            }
        }
    }

    /// Returns whether the error is about the structure, the date or the signature.
    private static func isNoticedOnTheWayToTheDate(_ error: VerificationError?) -> Bool {
        switch error {
        case .signatureInvalid, .malformed, .certificateExpired, .certificateNotYetValid, .sha1NotAccepted: true
        default: false
        }
    }

    /// Returns whether it is an error of the certificate's structure, name, serial number or fields, or of its
    /// signature.
    private static func isAboutTheSigner(_ error: VerificationError?) -> Bool {
        guard let code = error?.code else { return false }
        return ["der", "signer", "chain", "limit"].contains { code.hasPrefix($0 + ".") }
    }

    @Test("outside the signed part never changes a verified receipt's contents")
    func elsewhere() throws {
        let parts = try Parts(try TestAuthority.standard.sign(Subject.receipt))
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let original = try verifier.verify(parts.bytes, at: Subject.now).receipt
        var accepted = 0
        for offset in parts.bytes.indices where !parts.content.contains(offset) && !parts.signature.contains(offset) {
            var bytes = parts.bytes
            bytes[offset] ^= 1 << UInt8(offset % 8)
            do throws(VerificationError) {
                let receipt = try verifier.verify(bytes, at: Subject.now).receipt
                #expect(receipt == original)
                accepted += 1
            } catch { continue }
        }
        // The root certificate in the receipt is not used: the caller provides the trusted one.
        #expect(accepted > 0)
    }
}
