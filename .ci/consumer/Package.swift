// swift-tools-version:6.3
import PackageDescription

// A package that depends on ReceiptKit for the library alone. CI builds it and looks at what it had to fetch.
let package = Package(
    name: "consumer",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "receipt-kit", path: "../..")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "ReceiptKit", package: "receipt-kit")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    ]
)
