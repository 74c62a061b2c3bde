// swift-tools-version:6.3
import PackageDescription

// A separate package, so that packages that depend on the library don't need OpenSSL's headers and a benchmark harness.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "receipt-kit", path: ".."),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        // Without its traits: jemalloc is not needed, and Benchmarks/count counts instructions.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.0", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "OpenSSLBaseline", dependencies: ["CLibcrypto"]),
        .target(
            name: "Baselines",
            dependencies: [
                .product(name: "BenchmarkCases", package: "receipt-kit"), "OpenSSLBaseline",
                .product(name: "ReceiptKit", package: "receipt-kit"),
                .product(name: "ReceiptKitTesting", package: "receipt-kit"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .executableTarget(
            name: "bench", dependencies: ["Baselines", .product(name: "BenchmarkCases", package: "receipt-kit")],
            path: "Sources/Bench"),
        // The same cases for `swift package benchmark`, which looks for them in subfolders of a folder called
        // Benchmarks.
        .executableTarget(
            name: "Standard",
            dependencies: [
                "Baselines", .product(name: "BenchmarkCases", package: "receipt-kit"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Standard",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ]
)

for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
