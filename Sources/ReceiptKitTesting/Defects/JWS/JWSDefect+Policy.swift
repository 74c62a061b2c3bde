/// Valid JWS that don't match a policy for ``TestJWSContent/example(_:)``.
extension JWSDefect {
    static let policies: [Self] = [
        Self(
            "wrong-environment", "The JWS is from the sandbox.", .environment,
            .subject { try $0.setEnvironment(.sandbox) }),
        Self(
            "xcode-environment", "The JWS says that it is from Xcode, although Apple's chain signed it.", .environment,
            .subject { try $0.setEnvironment(.xcode) }),
        Self(
            "local-testing-environment", "The JWS says that it is from a local test, although Apple's chain signed it.",
            .environment, .subject { try $0.setEnvironment(.localTesting) }),
        Self(
            "unknown-environment", "The JWS is from an unknown environment.", .environment,
            .subject { try $0.setEnvironment(TestEnvironment(rawValue: "Moon")) }),
        Self(
            "environment-lower-case", "The environment is written in lower case.", .environment,
            .subject { try $0.setEnvironment(TestEnvironment(rawValue: "production")) }),
        Self(
            "other-app", "The JWS is for another app.", .bundleIdentifier,
            in: .withBundleIdentifier,
            .subject { try $0.setBundleIdentifier("com.example.other") }),
        Self(
            "other-app-case", "The bundle identifier differs in case.", .bundleIdentifier,
            in: .withBundleIdentifier,
            .subject { try $0.setBundleIdentifier("com.example.App") }),
        Self(
            "other-app-null", "A null character and more follow the bundle identifier.", .bundleIdentifier,
            in: .withBundleIdentifier,
            .subject { try $0.setBundleIdentifier("com.example.app\0.other") }),
        Self(
            "other-app-apple-id", "The JWS is for an app with another App Store identifier.", .appAppleID,
            in: .withAppID, .subject { try $0.setAppID(6_450_123_457) }),
        Self(
            "app-apple-id-missing", "The JWS has no App Store identifier, although it is from production.", .appAppleID,
            in: .withOptionalAppID, .subject { try $0.setAppID(nil) }),
        Self(
            "signed-in-the-future",
            "The signed date is a day later, so a verifier must reject the JWS on the day before.",
            .date, .subject { try $0.move(by: 86400) }),
        Self("too-old", "The signed date is 400 days earlier.", .date, .subject { try $0.move(by: -400 * 86400) }),
    ]
}
