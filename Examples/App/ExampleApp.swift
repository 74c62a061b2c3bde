import SwiftUI

@main
struct ExampleApp: App {
    @StateObject private var purchases: PurchaseStore
    @Environment(\.scenePhase) private var phase

    init() {
        let store = PurchaseStore { transaction in
            // Add consumables here, once for each transactionID, or
            // tell your server. Refunds have a revocationDate.
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
        if purchases.isEntitled(to: "com.example.monthly") {
            Text("Welcome back")
        } else {
            Text("Subscribe")
        }
    }
}
