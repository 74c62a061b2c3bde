// swift-tools-version:6.3
import PackageDescription

// A separate package, so that packages that depend on ReceiptKit don't fetch a web server and a database.
let package = Package(
    name: "example-server",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "receipt-kit", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        // PostgreSQL's client library, from the system: Debian's package is libpq-dev.
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "ExampleServer",
            dependencies: [
                "CPostgres",
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "example-server",
            dependencies: [
                "ExampleServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ExampleServerTests",
            dependencies: [
                "example-server",
                "ExampleServer",
                .product(name: "ReceiptKitTesting", package: "receipt-kit"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [.treatAllWarnings(as: .error)]
}
