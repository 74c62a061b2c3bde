import SwiftUI

@main
struct ExampleApp: App {
    @StateObject private var purchases: PurchaseStore
    @Environment(\.scenePhase) private var phase

    init() {
        // Your server, and the account that it gave the customer.
        let server = PurchaseServer(
            url: "https://purchases.example.com",
            account: "3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B")
        let store = PurchaseStore { purchase in
            // Refunds arrive too, with a revocationDate.
            try await server.submit(purchase.jws)
        }
        store.start()
        _purchases = StateObject(wrappedValue: store)
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
                .environmentObject(purchases)
                .task(id: phase) { await purchases.refresh() }
        }
    }
}

struct ContentView: View {
    @EnvironmentObject var purchases: PurchaseStore

    var body: some View {
        switch purchases.access(to: "com.example.monthly") {
        case .granted, .undetermined(keepsAccess: true):
            Text("Welcome back")
        case .denied:
            Text("Subscribe")
        case .undetermined(keepsAccess: false):
            Text("Restore purchases")
        }
    }
}
