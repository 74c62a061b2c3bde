import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Large JSON bodies")
struct LargeBodyTests {
    @Test("may contain the largest receipt in base64 and a JWS, and no more")
    func room() throws {
        var limits = ReceiptLimits()
        limits.maximumInputSize = 4 << 20
        let verifier = try JWSSubject.verifier { $0.limits = limits }
        func refusal(_ bytes: some Collection<UInt8>) -> VerificationError? {
            do throws(VerificationError) {
                _ = try verifier.verify(evidence: bytes, at: .utc(2024, 6, 1))
                return nil
            } catch { return error }
        }
        // This is not a receipt, but the verifier has an error for it.
        let largest = [0x30, 0x84, 0, 0x50, 0, 0] + [UInt8](repeating: 0, count: 4 << 20 - 6)
        let body =
            Array(#"{"receipt-data":""#.utf8) + Array(Data(largest).base64EncodedString().utf8) + Array(#""}"#.utf8)
        let alone = refusal(largest)
        #expect(alone != nil)
        #expect(refusal(body) == alone)

        let most = 4 << 20 / 2 * 3 + 1 << 20
        let tooLarge = VerificationError.malformed(FormatError(.limitExceeded(.input, allowed: 4 << 20), offset: 0))
        for (count, isRefused) in [(most, false), (most + 1, true)] {
            let padded = body + [UInt8](repeating: UInt8(ascii: " "), count: count - body.count)
            #expect((refusal(padded) == tooLarge) == isRefused)
        }
    }
}
