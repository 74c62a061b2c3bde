// swift-tools-version:6.3
import PackageDescription

// A package of its own, so that nobody who depends on ReceiptKit fetches a web server.
let package = Package(
    name: "example-server",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "receipt-kit", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    ],
    targets: [
        .target(
            name: "ExampleServer",
            dependencies: [
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .executableTarget(name: "example-server", dependencies: ["ExampleServer"]),
        .testTarget(
            name: "ExampleServerTests",
            dependencies: [
                "ExampleServer",
                .product(name: "ReceiptKitTesting", package: "receipt-kit"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
