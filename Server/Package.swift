// swift-tools-version:6.3
import PackageDescription

// A separate package, so that packages that depend on ReceiptKit don't fetch a web server.
let package = Package(
    name: "receipt-server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "receipt-kit", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "receipt-server",
            dependencies: [
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "ReceiptFields", package: "receipt-kit"),
                .product(name: "ReceiptReports", package: "receipt-kit"),
                .product(name: "AppleVerifyReceipt", package: "receipt-kit"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            // Embedded, so that the program remains a single file.
            resources: [.embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/page.js")]),
        // The program that measures the figures in Benchmarks/README.md.
        .executableTarget(
            name: "server-benchmark",
            dependencies: [
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "ReceiptKitTesting", package: "receipt-kit"),
                .product(name: "AppleVerifyReceipt", package: "receipt-kit"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "Benchmarks/Tool"),
        .testTarget(
            name: "ReceiptServerTests",
            dependencies: [
                "receipt-server",
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "ReceiptKitTesting", package: "receipt-kit"),
                .product(name: "AppleVerifyReceipt", package: "receipt-kit"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
