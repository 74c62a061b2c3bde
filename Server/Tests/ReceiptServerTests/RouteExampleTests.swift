import AppleVerifyReceipt
import Foundation
import Hummingbird
import HummingbirdTesting
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The route from the documentation, in your own server.
func addRoute(to router: Router<BasicRequestContext>, _ endpoint: VerifyReceiptEndpoint) {
    router.post("verifyReceipt") { request, _ in
        let body = try await request.body.collect(upTo: 4 << 20)
        let answer = endpoint.response(
            method: "POST", body: body.readableBytesView, at: Date())
        return ByteBuffer(bytes: answer)
    }
}

@Suite("Documentation: the route in Hummingbird")
struct RouteExampleTests {
    @Test("It answers")
    func answer() async throws {
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots([TestAuthority.standard.rootCertificate]))
        let router = Router()
        addRoute(to: router, VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production))
        let body = try Subject.body()
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(
                uri: "/verifyReceipt", method: .post, body: ByteBuffer(string: body))
            #expect(response.status == .ok)
            #expect(String(buffer: response.body).hasPrefix("{\"status\":0, "))
        }
    }
}
