import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// An endpoint that trusts the test authority, and requests for it.
enum Request {
    /// 2024-05-02T10:20:30.456Z
    static let now = Date(timeIntervalSince1970: 1_714_645_230.456)

    static let plain = TestReceipt(purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 4, 1))])
    static let renewable = TestReceipt(purchases: [.autoRenewable("com.example.monthly", on: .utc(2024, 4, 15))])

    static func policy() throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(TestAuthority.standard.rootCertificates))
    }

    static func endpoint(
        _ environment: VerifyReceiptEndpoint.Environment = .production, sharedSecret: String? = nil,
        pendingRenewalInfo: VerifyReceiptEndpoint.PendingRenewalInfo = .leftOut
    ) throws -> VerifyReceiptEndpoint {
        VerifyReceiptEndpoint(
            policy: try policy(), sharedSecret: sharedSecret, environment: environment,
            pendingRenewalInfo: pendingRenewalInfo)
    }

    static func base64(_ receipt: TestReceipt, defects: [Defect] = [], digest: TestDigest = .sha256) throws -> String {
        Data(try TestAuthority.standard.sign(receipt, digest: digest, defects: defects)).base64EncodedString()
    }

    /// Returns a JSON body with these members, given as JSON.
    static func body(_ receipt: TestReceipt, _ members: String = "") throws -> String {
        #"{"receipt-data":"\#(try base64(receipt))"\#(members)}"#
    }
}

extension VerifyReceiptEndpoint {
    /// Returns the response to a posted string.
    func text(_ body: String) -> String {
        String(decoding: response(method: "POST", body: Array(body.utf8), at: Request.now), as: UTF8.self)
    }

    /// Returns the response's status, for tests that check nothing else.
    func status(_ body: String) -> Int { answer(method: "POST", body: Array(body.utf8), at: Request.now).status }
}
