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
        // The command line is deliberately not a product, so that packages that depend on this one never fetch the
        // argument parser. In this repository `swift run receipt` works anyway.
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        // Not below 4.5.1: versions 3.2.0 to 4.5.0 free memory twice for a malformed RSA key (CVE-2026-43823).
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

        // The contents of the fixtures, and their expected answers.
        .target(
            name: "FixtureScenarios", dependencies: ["ReceiptEssentials", "ReceiptKitTesting"],
            path: "Fixtures/Scenarios"),
        .target(name: "TestSupport", dependencies: ["ReceiptFields", "JSONSupport"], path: "Tests/TestSupport"),
        // A second implementation of the ledger's rules, for tests and for a fuzz target.
        .target(name: "LedgerModel", dependencies: ["ReceiptFields", "ReceiptKit"], path: "Tests/LedgerModel"),
        // Two JSON readers to compare, for tests and for a fuzz target.
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

// Targets that users of the package don't need are built only if this is set, as in `.ci/run`: programs that create the
// fixtures and measure, and the tests in folders called ReleaseOnly. Those tests start these programs, check times
// against a budget, start many processes, read the documentation, or compare with real receipts, random histories,
// other programs and other projects' test suites.
let hasTools = Context.environment["RECEIPTKIT_TOOLS"] == "1"

// The example app, on a system without Apple's frameworks, which would hide their stand-ins. Its tests compile the same
// file through a link. Not for users: a package built in the same folder would find the stand-ins, and take them for
// the frameworks.
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
        // For other languages. Distribution/build links it with Swift's runtime inside.
        .library(name: "receiptkit", type: .static, targets: ["CInterface"]),
    ]
    package.targets += [
        // Rules for the files of this repository, and for the pages.
        .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"]),
        .executableTarget(name: "make-fixtures", dependencies: ["FixtureScenarios"], path: "Fixtures/Maker"),
        // The ledger's rules, implemented from their page alone.
        .target(
            name: "LedgerRulesModel", dependencies: ["LedgerModel", "ReceiptKit"], path: "Tests/LedgerRulesModel"),
        // Simulated customers of the App Store and their signed evidence, complete or in part, for tests.
        .target(
            name: "LedgerStories",
            dependencies: ["ReceiptEssentials", "ReceiptFields", "ReceiptKit", "ReceiptKitTesting", "TestSupport"],
            path: "Tests/LedgerStories"),
        // Counts instructions and allocations. The other benchmarks are a separate package.
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
        // Measures the cost of one input in its own process, which the tests start.
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
// Only one test target and its dependencies, without programs, because a sanitizer requires compiling everything again.
if let names = Context.environment["RECEIPTKIT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll {
        $0.isTest && !names.contains($0.name) || $0.type == .executable && $0.name != "receipt"
    }
}

// The fuzz targets (Fuzz/README.md): programs that replay inputs, or with libFuzzer generate them. They are not
// products, and are built only by Fuzz/run and Fuzz/replay, which set this.
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

// Warnings are errors only if this is set, as in `.ci/run`. Xcode builds dependencies with warnings suppressed, and the
// compiler rejects both settings together, so otherwise no package could depend on this one.
let warningsAreErrors = Context.environment["RECEIPTKIT_WARNINGS_AS_ERRORS"] == "1"

// The same settings for every target. The compiler then checks that nothing is exported by accident, nothing unsafe is
// unmarked, and no warning remains.
for target in package.targets {
    target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableExperimentalFeature("Lifetimes"),
    ]
    // Not for targets that use members of C structs: on Linux several modules declare these, and which one the compiler
    // finds depends on the order of loading.
    if !["receipt", "TestSupport", "BenchmarkCases"].contains(target.name) {
        target.swiftSettings?.append(.enableUpcomingFeature("MemberImportVisibility"))
    }
    // Measurements are of the libraries. The tests aren't optimized, because that would take minutes.
    if hasTools, target.isTest {
        target.swiftSettings?.append(
            .unsafeFlags(
                ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release)))
    }
    if warningsAreErrors { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
    // The same settings as in a new app of Xcode 26.
    if target.name == "AppExample" {
        target.swiftSettings? += [
            .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    }
    // libFuzzer then measures coverage only of the libraries, and not of the checks, which have their own path: the
    // last -sanitize option applies.
    let isLibrary = target.path == nil || target.name == "CInterface"
    if fuzzing == "libraries", !isLibrary || target.name == "ReceiptKitTesting" {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-sanitize="]))
    }
    // For the one libFuzzer function that is called from here.
    if target.name == "FuzzSupport" { target.swiftSettings?.append(.enableExperimentalFeature("Extern")) }
}
