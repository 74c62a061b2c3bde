// swift-tools-version:6.3
import PackageDescription

let package = Package(
    name: "receipt-kit",
    platforms: [
        .macOS(.v10_15), .macCatalyst(.v13), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1),
    ],
    products: [
        .library(name: "ReceiptFields", targets: ["ReceiptFields"]),
        .library(name: "ReceiptKit", targets: ["ReceiptKit"]),
        .library(name: "AppleVerifyReceipt", targets: ["AppleVerifyReceipt"]),
        .library(name: "ReceiptReports", targets: ["ReceiptReports"]),
        .library(name: "ReceiptKitTesting", targets: ["ReceiptKitTesting"]),
        // The command line isn't a product, so packages that depend on this one never fetch the argument parser.
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        // At least 4.5.1: 3.2.0 to 4.5.0 free memory twice for a malformed RSA key (CVE-2026-43823).
        .package(url: "https://github.com/apple/swift-crypto.git", "4.5.2"..<"6.0.0"),
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        .target(name: "ReceiptEssentials"),
        .target(name: "ReceiptFields", dependencies: ["ReceiptEssentials"]),
        .target(
            name: "ReceiptKit",
            dependencies: [
                "ReceiptEssentials", "ReceiptFields",
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        .target(name: "AppleVerifyReceipt", dependencies: ["ReceiptEssentials", "ReceiptKit", "ReceiptFields"]),
        .target(
            name: "ReceiptReports",
            dependencies: [
                "ReceiptEssentials", "ReceiptKit", "ReceiptFields",
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .target(
            name: "ReceiptKitTesting",
            dependencies: [
                "ReceiptEssentials",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "receipt",
            dependencies: [
                "ReceiptEssentials", "ReceiptReports", "ReceiptKit", "ReceiptFields", "ReceiptKitTesting",
                "AppleVerifyReceipt",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // The contents of the fixtures, and the answers that they must give.
        .target(
            name: "FixtureScenarios", dependencies: ["ReceiptEssentials", "ReceiptKitTesting"],
            path: "Fixtures/Scenarios"),
        .target(name: "TestSupport", dependencies: ["ReceiptFields", "JSONSupport"], path: "Tests/TestSupport"),
        // A second implementation of the ledger's rules, for tests and a fuzz target.
        .target(name: "LedgerModel", dependencies: ["ReceiptFields", "ReceiptKit"], path: "Tests/LedgerModel"),
        // Two readers of JSON side by side, for tests and a fuzz target.
        .target(name: "JSONSupport", dependencies: ["ReceiptFields"], path: "Tests/JSONSupport"),
        .testTarget(
            name: "ReceiptFieldsTests",
            dependencies: [
                "ReceiptFields", "ReceiptKitTesting", "FixtureScenarios", "TestSupport",
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .testTarget(
            name: "ReceiptKitTests",
            dependencies: [
                "ReceiptKit", "ReceiptFields", "ReceiptReports", "ReceiptKitTesting", "AppleVerifyReceipt",
                "TestSupport", "LedgerModel", "FixtureScenarios",
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "AppleVerifyReceiptTests",
            dependencies: ["AppleVerifyReceipt", "ReceiptKit", "ReceiptFields", "ReceiptKitTesting", "TestSupport"]),
        .testTarget(
            name: "ReceiptKitTestingTests",
            dependencies: [
                "ReceiptFields", "ReceiptKitTesting", "FixtureScenarios", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["receipt", "ReceiptReports", "ReceiptKitTesting", "TestSupport"]),
    ]
)

// The rest is for those who work on this package, and is built only with RECEIPTKIT_TOOLS=1, as in .ci/run: programs that make the fixtures and
// measure, and the tests in folders called ReleaseOnly, which take longer or start those programs.
let hasTools = Context.environment["RECEIPTKIT_TOOLS"] == "1"
// The fuzz targets (Fuzz/README.md) are built with RECEIPTKIT_FUZZ=1, as Fuzz/run and Fuzz/replay do.
let fuzzing = Context.environment["RECEIPTKIT_FUZZ"]
let isFuzzing = fuzzing == "1" || fuzzing == "libraries"

// The example app with stand-ins for Apple's frameworks. A user's package in the same build folder would take the stand-ins for the frameworks,
// so users never build them.
#if os(Linux)
    if hasTools {
        let frameworks = ["Combine", "IOKit", "StoreKit", "SwiftUI", "UIKit", "WatchKit"]
        package.targets += frameworks.map { name in
            .target(
                name: name, dependencies: name == "SwiftUI" ? ["Combine"] : [], path: "Examples/App/StandIns/\(name)")
        }
        let dependencies = ["ReceiptKit"] + frameworks.map { Target.Dependency(stringLiteral: $0) }
        package.targets += [
            .executableTarget(
                name: "AppExample", dependencies: dependencies, path: "Examples/App",
                exclude: ["StandIns", "README.md"]),
            .testTarget(name: "AppExampleTests", dependencies: dependencies + ["ReceiptKitTesting", "TestSupport"]),
        ]
    }
#endif
if hasTools {
    package.products += [
        // For the package in Benchmarks.
        .library(name: "BenchmarkCases", targets: ["BenchmarkCases"]),
        // For other languages: Distribution/build links it with Swift's runtime inside.
        .library(name: "receiptkit", type: .static, targets: ["CInterface"]),
    ]
    package.targets += [
        // Rules for the files of this repository, and for the pages.
        .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"]),
        .executableTarget(name: "make-fixtures", dependencies: ["FixtureScenarios"], path: "Fixtures/Maker"),
        // A third implementation of the ledger's rules, written from their page alone.
        .target(
            name: "LedgerRulesModel", dependencies: ["LedgerModel", "ReceiptKit"], path: "Tests/LedgerRulesModel"),
        // Random customers of the App Store, and what Apple signs about them.
        .target(
            name: "LedgerStories",
            dependencies: ["ReceiptEssentials", "ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "TestSupport"],
            path: "Tests/LedgerStories"),
        .target(
            name: "BenchmarkCases",
            dependencies: [
                "ReceiptKit", "ReceiptFields", "ReceiptKitTesting", "AppleVerifyReceipt",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Benchmarks/Counter/Cases"),
        // Counts instructions and allocations.
        .executableTarget(
            name: "benchmark-counter", dependencies: ["BenchmarkCases", "ReceiptKit", "ReceiptKitTesting"],
            path: "Benchmarks/Counter", exclude: ["Cases"]),
        // Measures one input in a process of its own.
        .executableTarget(
            name: "receipt-cost", dependencies: ["ReceiptKit", "ReceiptFields", "ReceiptReports"],
            path: "Tests/ReceiptCost"),
        .testTarget(
            name: "CInterfaceTests",
            dependencies: ["CInterface", "ReceiptReports", "ReceiptKitTesting", "TestSupport"]),
    ]
}
for target in package.targets where target.isTest {
    if !hasTools {
        target.exclude = ["ReleaseOnly"]
    } else if target.name == "ReceiptKitTests" {
        target.dependencies += ["LedgerRulesModel", "LedgerStories", "receipt-cost", "benchmark-counter"]
    }
}
// Only these tests and what they depend on: .ci/sanitizers compiles all of it once more.
if let names = Context.environment["RECEIPTKIT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll {
        $0.isTest && !names.contains($0.name) || $0.type == .executable && $0.name != "receipt"
    }
}

if hasTools || isFuzzing {
    package.targets.append(
        .target(
            name: "CInterface",
            dependencies: ["ReceiptEssentials", "ReceiptFields", "ReceiptKit", "ReceiptReports", "AppleVerifyReceipt"],
            path: "Bindings/C/Interface"))
}
if isFuzzing {
    let names = [
        "FuzzReader", "FuzzPayload", "FuzzText", "FuzzContainer", "FuzzVerifier", "FuzzLedger", "FuzzJSON", "FuzzJWS",
        "FuzzJWSVerifier", "FuzzTransactionReceipt", "FuzzCInterface",
    ]
    let support: [Target.Dependency] = [
        "ReceiptFields", "ReceiptKit", "ReceiptReports", "ReceiptKitTesting", "FixtureScenarios", "JSONSupport",
        "LedgerModel", .product(name: "SwiftASN1", package: "swift-asn1"),
    ]
    package.targets += [
        .target(name: "FuzzSupport", dependencies: support, path: "Fuzz/Support"),
        .executableTarget(name: "make-seeds", dependencies: ["FuzzSupport"], path: "Fuzz/Seeds"),
    ]
    package.targets += names.map { name in
        .executableTarget(
            name: name, dependencies: ["FuzzSupport"] + support + (name == "FuzzCInterface" ? ["CInterface"] : []),
            path: "Fuzz/\(name)")
    }
}

// One set of rules for every target: nothing is exported by accident, nothing unsafe goes unmarked.
for target in package.targets {
    var settings: [SwiftSetting] = [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableExperimentalFeature("Lifetimes"),
    ]
    // On Linux several modules declare C's structs, and members count as those of the module that the compiler loads first.
    if !["receipt", "TestSupport", "BenchmarkCases"].contains(target.name) {
        settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    }
    // The optimizer would take minutes for the tests, and only the libraries are measured.
    if hasTools, target.isTest {
        settings.append(
            .unsafeFlags(
                ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release)))
    }
    // Not always: Xcode suppresses the warnings of packages that another one depends on, and the compiler rejects the two together.
    if Context.environment["RECEIPTKIT_WARNINGS_AS_ERRORS"] == "1" { settings.append(.treatAllWarnings(as: .error)) }
    // The settings of a new app in Xcode 26.
    if target.name == "AppExample" {
        settings += [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    }
    // libFuzzer then counts only branches in the libraries, not in the harness: if -sanitize is repeated, the last one applies.
    let isLibrary = target.path == nil && target.name != "ReceiptKitTesting" || target.name == "CInterface"
    if fuzzing == "libraries", !isLibrary { settings.append(.unsafeFlags(["-Xfrontend", "-sanitize="])) }
    // To call libFuzzer's mutator.
    if target.name == "FuzzSupport" { settings.append(.enableExperimentalFeature("Extern")) }
    target.swiftSettings = settings
}
