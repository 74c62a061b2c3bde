package import ReceiptFields

extension ErrorCode {
    package static let demands = Section(
        "What the policy demands",
        [
            .environmentUnsigned, .environmentMismatch, .environmentContradicted, .bundleIdentifierMismatch,
            .appAppleIDMissing, .appAppleIDMismatch, .appVersionMismatch, .appVersionUnanswered,
            .dateFuture, .dateTooOld, .maximumAgeUnanswered, .dateExpired, .deviceIdentifierMissing,
            .deviceMismatch, .deviceVerificationMissing,
        ])

    static let environmentUnsigned = ErrorCode(
        "environment.unsigned", class: .policy,
        "An iOS 6 transaction receipt doesn't sign its environment, and the policy doesn't accept that.",
        cause: "An old app sends such receipts.",
        remedy: "To accept such receipts, say so in the policy.",
        options: ["--accept-transaction-receipts"],
        support: .outdated)

    static let environmentMismatch = ErrorCode(
        "environment.mismatch", class: .policy,
        "The evidence is from an environment that the policy doesn't accept.",
        cause: "TestFlight and App Review buy in the sandbox.",
        remedy:
            "In an app, accept both environments. On a server, accept sandbox evidence only for testers' accounts.",
        options: ["--environment production --environment sandbox"],
        support: .environment)

    static let environmentContradicted = ErrorCode(
        "environment.contradicted", class: .untrusted,
        "The iOS 6 transaction receipt claims production, and has a transaction identifier of the sandbox.",
        cause: "A forger changed the environment, which isn't signed.",
        support: .forged)

    static let bundleIdentifierMismatch = ErrorCode(
        "bundleIdentifier.mismatch", class: .policy,
        "The evidence is for another app.",
        cause: "The policy's bundle identifier is misspelt, or the evidence is for another of your apps.",
        remedy: "Compare the policy's bundle identifier with the app's, byte for byte.",
        support: .otherApp)

    static let appAppleIDMissing = ErrorCode(
        "appAppleID.missing", class: .policy,
        "The evidence names its app only by appAppleId, and the policy has none to compare.",
        cause: "Realtime requests don't name a bundle identifier.",
        remedy: "Give the policy the app's Apple ID, from App Store Connect: `appAppleID`.",
        support: .ours)

    static let appAppleIDMismatch = ErrorCode(
        "appAppleID.mismatch", class: .policy,
        "The evidence is for another app in the App Store, or doesn't name one in production.",
        cause: "The policy's appAppleID belongs to another app, or is a team's identifier.",
        remedy: "Take the Apple ID from App Information in App Store Connect.",
        options: ["--app-apple-id"],
        support: .otherApp)

    static let appVersionMismatch = ErrorCode(
        "appVersion.mismatch", class: .policy,
        "The evidence is for another version of the app.",
        cause: "The app was updated, and its receipt wasn't.",
        remedy: "In the app, refresh the receipt. On a server, leave the version out of the policy.",
        support: .outdated)

    static let appVersionUnanswered = ErrorCode(
        "appVersion.unanswered", class: .policy,
        "The policy demands an app version, which this kind of evidence doesn't have.",
        cause: "StoreKit 2's transactions don't name it.",
        remedy: "Leave the version out of the policy.",
        support: .ours)

    static let dateFuture = ErrorCode(
        "date.future", class: .policy,
        "The evidence was signed after the time of verification.",
        cause: "The machine's clock is slow, or the time that was given isn't now.",
        remedy: """
            Set the clock, and verify as of now; `asOf` asks the ledger about another date. For a small difference, \
            use the policy's `clockTolerance`.
            """,
        support: .ours)

    static let dateTooOld = ErrorCode(
        "date.tooOld", class: .policy,
        "The evidence was signed longer ago than the policy's maximum age.",
        cause: "The app sent evidence that it had stored.",
        remedy: "In the app, fetch the evidence again.",
        support: .outdated)

    static let maximumAgeUnanswered = ErrorCode(
        "maximumAge.unanswered", class: .policy,
        "The policy demands a maximum age, and an iOS 6 transaction receipt doesn't say when it was signed.",
        cause: "An old app sends such receipts.",
        remedy: "Verify them with a policy without `maximumAge`.",
        support: .outdated)

    static let dateExpired = ErrorCode(
        "date.expired", class: .policy,
        "The receipt itself has expired.",
        cause: "It is for a volume purchase that has expired.",
        support: .ended)

    static let deviceIdentifierMissing = ErrorCode(
        "device.identifierMissing", class: .policy,
        "The policy demands a device, and has no identifier that this kind of evidence can be compared with.",
        cause: "The policy has identifierForVendor, and the evidence is a JWS, or the reverse.",
        remedy: """
            Give the policy both: the device's identifier for receipts and AppStore.deviceVerificationID for JWS. On a \
            server, leave the device unchecked.
            """,
        options: ["--device", "--device-verification-id"],
        support: .ours)

    static let deviceMismatch = ErrorCode(
        "device.mismatch", class: .policy,
        "The evidence is for another device.",
        cause: """
            The evidence was copied from another device, identifierForVendor changed when the app was reinstalled, or the policy has the \
            wrong identifier for the platform.
            """,
        // Apple's "Validating receipts on the device" names the platforms.
        remedy: """
            In the app, fetch the evidence again, and compare a JWS with AppStore.deviceVerificationID and a receipt with \
            identifierForVendor, but in a macOS or Mac Catalyst app with the MAC address. In an iOS app on a Mac give the policy \
            both: Apple documents identifierForVendor, and developers have reported the MAC address. On a server, leave the \
            device unchecked.
            """,
        support: .outdated)

    static let deviceVerificationMissing = ErrorCode(
        "device.verificationMissing", class: .policy,
        "The evidence doesn't say which device it is for.",
        cause: "The App Store Server API returned it.",
        remedy: "Don't check the device for these.",
        options: ["--any-device"],
        support: .ours)
}
