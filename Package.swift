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
        // The command line is deliberately no product: a package that depends on this one then never fetches the
        // argument parser. In this repository `swift run receipt` works all the same.
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        // Not below 4.5.1: from 3.2.0 to 4.5.0 a malformed RSA key has memory freed twice (CVE-2026-43823).
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

        // What is in the fixtures, and the answers that they must give.
        .target(
            name: "FixtureScenarios", dependencies: ["ReceiptEssentials", "ReceiptKitTesting"],
            path: "Fixtures/Scenarios"),
        .target(name: "TestSupport", dependencies: ["ReceiptFields", "JSONSupport"], path: "Tests/TestSupport"),
        // The ledger's rules once more, for tests and for a fuzz target.
        .target(name: "LedgerModel", dependencies: ["ReceiptFields", "ReceiptKit"], path: "Tests/LedgerModel"),
        // Two ways to read JSON side by side, for tests and for a fuzz target.
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
                "TestSupport",
                "LedgerModel", "FixtureScenarios",
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

// What users of the package do not need is built only where this is set, as `.ci/run` does: programs that make the fixtures and measure, and
// the tests in folders called ReleaseOnly, which start them, hold a clock against a budget, start many processes, read the documentation, or
// compare with real receipts, random histories, other programs and other people's test suites.
let hasTools = Context.environment["RECEIPTKIT_TOOLS"] == "1"

// The example app, where nothing of Apple's hides the stand-ins for Apple's frameworks. Its tests read the same file, by a link. Not for users,
// because a package that is built in the same folder would find the stand-ins, and take them for the frameworks.
#if os(Linux)
    if hasTools {
        let standIns: KeyValuePairs<String, [Target.Dependency]> = [
            "Combine": [], "IOKit": [], "StoreKit": [], "SwiftUI": ["Combine"], "UIKit": [], "WatchKit": [],
        ]
        for (name, dependencies) in standIns {
            package.targets.append(
                .target(name: name, dependencies: dependencies, path: "Examples/App/StandIns/\(name)"))
        }
        let frameworks = standIns.map { Target.Dependency(stringLiteral: $0.key) }
        package.targets += [
            .executableTarget(
                name: "AppExample", dependencies: ["ReceiptKit"] + frameworks, path: "Examples/App",
                exclude: ["StandIns", "README.md"]),
            .testTarget(
                name: "AppExampleTests", dependencies: ["ReceiptKit", "ReceiptKitTesting", "TestSupport"] + frameworks),
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
        // The ledger's rules, written from their page alone.
        .target(
            name: "LedgerRulesModel", dependencies: ["LedgerModel", "ReceiptKit"], path: "Tests/LedgerRulesModel"),
        // Customers of the App Store and what is signed about them, told whole or in part, for tests.
        .target(
            name: "LedgerStories",
            dependencies: ["ReceiptEssentials", "ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "TestSupport"],
            path: "Tests/LedgerStories"),
        // Counts instructions and allocations. The rest of the benchmarks is a package of its own.
        .target(
            name: "BenchmarkCases",
            dependencies: [
                "ReceiptKit", "ReceiptFields", "ReceiptKitTesting", "AppleVerifyReceipt",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Benchmarks/Counter/Cases"),
        .executableTarget(
            name: "benchmark-counter", dependencies: ["BenchmarkCases", "ReceiptKit", "ReceiptKitTesting"],
            path: "Benchmarks/Counter", exclude: ["Cases"]),
        .testTarget(
            name: "CInterfaceTests",
            dependencies: ["CInterface", "ReceiptReports", "ReceiptKitTesting", "TestSupport"]),
        // What one input costs, measured by a process of its own, which the tests start.
        .executableTarget(
            name: "receipt-cost", dependencies: ["ReceiptKit", "ReceiptFields", "ReceiptReports"],
            path: "Tests/ReceiptCost"),
    ]
}
for target in package.targets where target.isTest {
    switch target.name {
    case _ where !hasTools: target.exclude = ["ReleaseOnly"]
    case "ReceiptKitTests":
        target.dependencies += ["LedgerRulesModel", "LedgerStories", "receipt-cost", "benchmark-counter"]
    default: break
    }
}
// One test target and what it depends on, with no program: under a sanitizer all of that is compiled once more.
if let names = Context.environment["RECEIPTKIT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll {
        $0.isTest && !names.contains($0.name) || $0.type == .executable && $0.name != "receipt"
    }
}

// The fuzz targets (Fuzz/README.md): programs that replay inputs, or with libFuzzer make them up. No products either, and no user
// builds them who does not run them: Fuzz/run and Fuzz/replay set this.
let fuzzing = Context.environment["RECEIPTKIT_FUZZ"]
let isFuzzing = fuzzing == "1" || fuzzing == "libraries"
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let fuzzTargets: KeyValuePairs<String, [Target.Dependency]> = [
    "FuzzReader": ["ReceiptFields", swiftASN1], "FuzzPayload": ["ReceiptFields", swiftASN1],
    "FuzzText": ["ReceiptFields", "ReceiptKit"], "FuzzContainer": ["ReceiptFields", "ReceiptKit", swiftASN1],
    "FuzzVerifier": ["ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "FixtureScenarios"],
    "FuzzLedger": ["ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "LedgerModel"],
    "FuzzJSON": ["ReceiptFields", "JSONSupport"],
    "FuzzJWS": ["ReceiptFields", "ReceiptKit", "ReceiptReports", "ReceiptKitTesting", "JSONSupport"],
    "FuzzJWSVerifier": ["ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "JSONSupport"],
    "FuzzTransactionReceipt": ["ReceiptFields", "ReceiptKit", "ReceiptKitTesting"],
    "FuzzCInterface": ["CInterface", "ReceiptKitTesting", "JSONSupport"],
]
if hasTools || isFuzzing {
    package.targets.append(
        .target(
            name: "CInterface",
            dependencies: ["ReceiptEssentials", "ReceiptFields", "ReceiptKit", "ReceiptReports", "AppleVerifyReceipt"],
            path: "Bindings/C/Interface"))
}
if isFuzzing {
    package.targets.append(
        .target(
            name: "FuzzSupport",
            dependencies: ["ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "FixtureScenarios", "JSONSupport"],
            path: "Fuzz/Support"))
    package.targets.append(
        .executableTarget(name: "make-seeds", dependencies: ["FuzzSupport"], path: "Fuzz/Seeds"))
    for (name, dependencies) in fuzzTargets {
        package.targets.append(
            .executableTarget(name: name, dependencies: ["FuzzSupport"] + dependencies, path: "Fuzz/\(name)"))
    }
}

// Only where this is set, as `.ci/run` does, is a warning an error. Xcode builds the packages that another one depends on with
// their warnings suppressed, the compiler rejects the two together, and then no package could depend on this one.
let warningsAreErrors = Context.environment["RECEIPTKIT_WARNINGS_AS_ERRORS"] == "1"

// One set of rules for every target. The cookbook of the language's own safety: nothing is exported by accident,
// nothing unsafe goes unmarked, no warning is left standing.
for target in package.targets {
    target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableExperimentalFeature("Lifetimes"),
    ]
    // Not where members of C's structs are read: on Linux several modules declare these, and the one that the compiler happens to load first
    // has them.
    if !["receipt", "TestSupport", "BenchmarkCases"].contains(target.name) {
        target.swiftSettings?.append(.enableUpcomingFeature("MemberImportVisibility"))
    }
    // What is measured is the libraries, not the tests, over which the optimiser takes minutes.
    if hasTools, target.isTest {
        target.swiftSettings?.append(
            .unsafeFlags(
                ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release)))
    }
    if warningsAreErrors { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
    // As Xcode 26 sets up a new app.
    if target.name == "AppExample" {
        target.swiftSettings? += [
            .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    }
    // libFuzzer then counts what the libraries do, not what judges them, which has a path of its own: the last -sanitize holds.
    let isLibrary = target.path == nil || target.name == "CInterface"
    if fuzzing == "libraries", !isLibrary || target.name == "ReceiptKitTesting" {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-sanitize="]))
    }
    // For the one function of libFuzzer that is called from here.
    if target.name == "FuzzSupport" { target.swiftSettings?.append(.enableExperimentalFeature("Extern")) }
}
