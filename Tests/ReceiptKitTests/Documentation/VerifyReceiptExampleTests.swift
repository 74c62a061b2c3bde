import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing
import VerifyReceipt

/// The two endpoints of one server.
struct Endpoints {
    let production = VerifyReceiptEndpoint(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked),
        sharedSecret: nil, environment: .production)
    let sandbox = VerifyReceiptEndpoint(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked),
        sharedSecret: nil, environment: .sandbox)
}

/// A function that something else calls with a request: no framework.
func handle(
    method: String, path: String, body: Data, _ endpoints: Endpoints
) -> (status: Int, body: Data) {
    let isSandbox = path.hasPrefix("/sandbox/")
    let endpoint = isSandbox ? endpoints.sandbox : endpoints.production
    let answer = endpoint.response(
        method: method, body: body, at: Date())
    return (200, Data(answer))
}

/// The code of *VerifyReceipt* and of *Moving from verifyReceipt*.
@Suite("Documentation: verifyReceipt")
struct VerifyReceiptExampleTests {
    private func endpoint(at now: Date, body: [UInt8]) -> [UInt8] {
        let endpoint = VerifyReceiptEndpoint(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked),
            sharedSecret: nil, environment: .production)
        let answer = endpoint.response(method: "POST", body: body, at: Date())
        return answer
    }

    @Test("An endpoint answers whatever it is sent")
    func answers() throws {
        #expect(endpoint(at: Subject.now, body: Array("{}".utf8)) == Array(#"{"status":21002}"#.utf8))
        let forged = try TestAuthority.standard.sign(Subject.receipt)
        let body = Data(#"{"receipt-data":"\#(Data(forged).base64EncodedString())"}"#.utf8)
        for path in ["/verifyReceipt", "/sandbox/verifyReceipt"] {
            let answer = handle(method: "POST", path: path, body: body, Endpoints())
            #expect(answer.status == 200)
            // Nobody here trusts the test authority.
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":21003}"#)
        }
    }
}
