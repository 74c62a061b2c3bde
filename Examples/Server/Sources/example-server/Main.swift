import ArgumentParser
import ExampleServer
import Foundation
import Hummingbird
import ReceiptKit

@main
struct Main: AsyncParsableCommand {
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case production, sandbox

        var accepted: StoreEnvironment { self == .production ? .production : .sandbox }
    }

    static let configuration = CommandConfiguration(
        commandName: "example-server", abstract: "Stores the purchases of accounts in a database.")

    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The app.", valueName: "id"))
    var bundleID = "com.example.app"

    @Option(help: "The environment whose purchases the server accepts. Each needs its own database.")
    var environment = Environment.production

    @Option(
        name: .customLong("sandbox-account"), parsing: .singleValue,
        help: ArgumentHelp(
            "An account that may use sandbox purchases too, such as App Review's; may be repeated.", valueName: "uuid"),
        transform: { text in
            guard let account = UUID(uuidString: text) else { throw ValidationError("'\(text)' isn't a UUID.") }
            return account
        })
    var sandboxAccounts: [UUID] = []

    @Option(
        help: ArgumentHelp("A file for SQLite, or postgresql://user@host/database.", valueName: "file|address"))
    var database = "purchases.sqlite"

    @Option(help: "The port on 127.0.0.1.")
    var port = 8080

    @Option(
        name: .customLong("trust-root"), parsing: .singleValue,
        help: ArgumentHelp("A root certificate (DER) to trust instead of Apple's; may be repeated.", valueName: "cert"))
    var trustRoots: [String] = []

    @Flag(
        name: .customLong("check-stored"),
        help: "Print each piece of the stored evidence that the policy rejects, and end."
    )
    var checkStored = false

    func run() async throws {
        let store: any Store =
            database.contains("://") ? try PostgresStore(url: database) : try SQLiteStore(path: database)
        let purchases = try await PurchaseStore(store, subject: "\(bundleID), \(environment)")
        let verifier = ReceiptVerifier(policy: try policy())
        if checkStored {
            let rejected = try await purchases.rejected(by: verifier)
            for piece in rejected { print(piece) }
            print("\(rejected.count) rejected")
            if !rejected.isEmpty { throw ExitCode.failure }
            return
        }
        let router = Router(context: PurchaseContext.self)
        router.add(middleware: RequestLog())
        PurchaseController(
            verifier: verifier, purchases: purchases, now: { Date() },
            environment: environment.accepted, sandboxAccounts: Set(sandboxAccounts)
        ).addRoutes(to: router)
        try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
            .runService()
    }

    private func policy() throws -> ReceiptPolicy {
        let roots = try trustRoots.map { try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0))) }
        return try ReceiptPolicy(
            bundleIdentifiers: [bundleID],
            // A client could send any device identifier.
            device: .unchecked,
            // The controller decides which accounts may use the sandbox.
            environments: [environment.accepted, .sandbox],
            trust: roots.isEmpty ? .appStore : .roots(roots))
    }
}
