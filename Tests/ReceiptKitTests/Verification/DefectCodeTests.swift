import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the code that the test kit documents for each of its defects. The catalogue tests the errors' associated
/// values.
@Suite("Every defect of the test kit is rejected under its code")
struct DefectCodeTests {
    @Test("The receipt without a defect is verified", arguments: [TestDigest.sha256, .sha1])
    func valid(_ digest: TestDigest) throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt, digest: digest)
        let verified = try Subject.verify(bytes)
        #expect(verified.purchases.map(\.productID) == ["com.example.coins", "com.example.monthly"])
        #expect(verified.verification.digest.rawValue == "\(digest)")
        #expect(verified.verification.isDeviceChecked)
        #expect(
            verified.verification.trustAnchor == Fingerprint(of: try TestAuthority.standard.rootCertificate))
    }

    @Test(arguments: Defect.all)
    func code(_ defect: Defect) throws {
        let digest: TestDigest = defect.name == "sha1-after-its-end" ? .sha1 : .sha256
        let bytes = try TestAuthority.standard.sign(Subject.receipt, digest: digest, defects: [defect])
        let error = verificationError { _ = try Subject.verify(bytes) }
        #expect(error?.code == defect.expectedError, "\(error.map(String.init(describing:)) ?? "accepted")")
    }
}
