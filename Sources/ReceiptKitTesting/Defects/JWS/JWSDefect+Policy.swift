/// Valid JWS that don't match a policy for ``TestJWSContent/example(_:)``.
extension JWSDefect {
    static let policies: [Self] = [
        Self(
            "wrong-environment", "It is from the sandbox.", .environment, .content { try $0.setEnvironment(.sandbox) }),
        Self(
            "xcode-environment", "It says that it is from Xcode, although Apple's chain signed it.", .environment,
            .content { try $0.setEnvironment(.xcode) }),
        Self(
            "local-testing-environment", "It says that it is from a local test, although Apple's chain signed it.",
            .environment, .content { try $0.setEnvironment(.localTesting) }),
        Self(
            "unknown-environment", "It is from an unknown environment.", .environment,
            .content { try $0.setEnvironment(TestEnvironment(rawValue: "Moon")) }),
        Self(
            "environment-lower-case", "The environment is written in lower case.", .environment,
            .content { try $0.setEnvironment(TestEnvironment(rawValue: "production")) }),
        Self(
            "other-app", "It is for another app.", .bundleIdentifier,
            in: [.transaction, .appTransaction, .notification],
            .content { try $0.setBundleIdentifier("com.example.other") }),
        Self(
            "other-app-case", "The bundle identifier differs in case.", .bundleIdentifier,
            in: [.transaction, .appTransaction, .notification],
            .content { try $0.setBundleIdentifier("com.example.App") }),
        Self(
            "other-app-null", "A null character and more follow the bundle identifier.", .bundleIdentifier,
            in: [.transaction, .appTransaction, .notification],
            .content { try $0.setBundleIdentifier("com.example.app\0.other") }),
        Self(
            "other-app-apple-id", "It is for an app with another App Store identifier.", .appAppleID,
            in: [.notification, .appTransaction, .realtimeRequest], .content { try $0.setAppID(6_450_123_457) }),
        Self(
            "app-apple-id-missing", "It has no App Store identifier, although it is from production.", .appAppleID,
            in: [.notification, .appTransaction], .content { try $0.setAppID(nil) }),
        Self(
            "signed-in-the-future", "It was signed a day after its time, so verifiers must reject it a day before.",
            .date, .content { try $0.move(by: 86400) }),
        Self("too-old", "It was signed 400 days before its time.", .date, .content { try $0.move(by: -400 * 86400) }),
    ]
}
