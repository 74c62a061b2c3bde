#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sound JWS that are not what was asked for: see ``TestJWSContent/example(_:)`` for what that is.
extension JWSDefect {
    static let policies: [JWSDefect] = [
        .wrongEnvironment, .xcodeEnvironment, .localTestingEnvironment, .unknownEnvironment, .environmentLowerCase,
        .otherApp, .otherAppCase, .otherAppNull, .otherAppAppleID, .appAppleIDMissing, .signedInTheFuture, .tooOld,
    ]

    /// It is from the sandbox.
    public static let wrongEnvironment = Self(
        "wrong-environment", "It is from the sandbox.", .refused(.environment),
        .changing(environment: .sandbox))

    /// It says that it is from Xcode, although Apple's chain signed it.
    public static let xcodeEnvironment = Self(
        "xcode-environment", "It says that it is from Xcode, although Apple's chain signed it.", .refused(.environment),
        .changing(environment: .xcode))

    /// It says that it is from a local test, although Apple's chain signed it.
    public static let localTestingEnvironment = Self(
        "local-testing-environment", "It says that it is from a local test, although Apple's chain signed it.",
        .refused(.environment),
        .changing(environment: .localTesting))

    /// It is from an environment that nobody knows.
    public static let unknownEnvironment = Self(
        "unknown-environment", "It is from an environment that nobody knows.", .refused(.environment),
        .changing(environment: TestJWSEnvironment(rawValue: "Moon")))

    /// The environment is written in lower case.
    public static let environmentLowerCase = Self(
        "environment-lower-case", "The environment is written in lower case.", .refused(.environment),
        .changing(environment: TestJWSEnvironment(rawValue: "production")))

    /// It is of another app.
    public static let otherApp = Self(
        "other-app", "It is of another app.", .refused(.bundleIdentifier),
        in: [.transaction, .appTransaction, .notification],
        .changing(bundleIdentifier: "com.example.other"))

    /// The bundle identifier differs in case.
    public static let otherAppCase = Self(
        "other-app-case", "The bundle identifier differs in case.", .refused(.bundleIdentifier),
        in: [.transaction, .appTransaction, .notification],
        .changing(bundleIdentifier: "com.example.App"))

    /// A null character and more follow the bundle identifier.
    public static let otherAppNull = Self(
        "other-app-null", "A null character and more follow the bundle identifier.", .refused(.bundleIdentifier),
        in: [.transaction, .appTransaction, .notification],
        .changing(bundleIdentifier: "com.example.app\0.other"))

    /// It is of an app with another number in the store.
    public static let otherAppAppleID = Self(
        "other-app-apple-id", "It is of an app with another number in the store.", .refused(.appAppleID),
        in: [.notification, .appTransaction],
        .changing(appAppleID: 6_450_123_457))

    /// It names no number of the app, although it is from production.
    public static let appAppleIDMissing = Self(
        "app-apple-id-missing", "It names no number of the app, although it is from production.", .refused(.appAppleID),
        in: [.notification, .appTransaction],
        .changing(appAppleID: nil))

    /// It was signed a day after its time: the day before it is not to be believed.
    public static let signedInTheFuture = Self(
        "signed-in-the-future", "It was signed a day after its time: the day before it is not to be believed.",
        .refused(.date),
        .moving(86400))

    /// It was signed 400 days before its time.
    public static let tooOld = Self(
        "too-old", "It was signed 400 days before its time.", .refused(.date),
        .moving(-400 * 86400))
}

extension JWSDefectSteps {
    fileprivate static func changing(environment: TestJWSEnvironment) -> Self {
        Self(content: { $0.content.setEnvironment(environment) })
    }

    fileprivate static func changing(bundleIdentifier: String) -> Self {
        Self(content: { $0.content.setBundleIdentifier(bundleIdentifier) })
    }

    fileprivate static func changing(appAppleID: Int64?) -> Self {
        Self(content: { $0.content.setAppAppleID(appAppleID) })
    }

    fileprivate static func moving(_ seconds: Double) -> Self { Self(content: { $0.content.move(by: seconds) }) }
}
