import ExampleServer
import Foundation
import Hummingbird
import ReceiptKit

@main
struct Main {
    static func main() async throws {
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app",  // from your code, never from the request
                device: .unchecked))
        let router = Router(context: AccountContext.self)
        router.add(middleware: BearerAccounts { token in token.isEmpty ? nil : token })  // look the token up here
        ReceiptController(verifier: verifier, now: { Date() }).addRoutes(to: router)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        try await application.runService()
    }
}
