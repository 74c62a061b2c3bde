// swift-tools-version:6.3
import PackageDescription

// Depends only on the library, as your package would. CI builds it
// and checks which packages it fetched.
let package = Package(
    name: "purchases",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "receipt-kit", path: "../..")],
    targets: ["entitled", "purchases"].map {
        .executableTarget(
            name: $0, dependencies: [.product(name: "ReceiptKit", package: "receipt-kit")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)])
    }
)
