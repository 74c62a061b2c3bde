package import ReceiptFields

extension ErrorCode {
    package static let policies = Section(
        "Making a policy",
        [
            .trustAnchorMalformed, .trustAnchorKey, .trustAnchorMissing, .policyBundleIdentifierMissing,
            .policyEnvironmentMissing, .policyEnvironmentNotXcode,
        ])

    static let trustAnchorMalformed = ErrorCode(
        "trustAnchor.malformed", class: nil,
        "A certificate to trust isn't an X.509 certificate.",
        cause: "The file is a private key, a certificate request or a PKCS #12 file.",
        remedy: "Export the certificate in DER or PEM.",
        support: .ours)

    static let trustAnchorKey = ErrorCode(
        "trustAnchor.key", class: nil,
        "The key of a certificate to trust isn't of an accepted kind and size.",
        cause: "It is RSA of less than 2048 bits, or on another curve.",
        remedy: "Use RSA of 2048 to 4096 bits, P-256 or P-384.",
        support: .ours)

    static let trustAnchorMissing = ErrorCode(
        "trustAnchor.missing", class: nil,
        "No certificate was given to trust.",
        cause: "The list of certificates is empty.",
        remedy: "Trust Apple's roots, or give a certificate.",
        support: .ours)

    static let policyBundleIdentifierMissing = ErrorCode(
        "policy.bundleIdentifierMissing", class: nil,
        "The policy names no app, so it would reject everything.",
        cause: "A setting is missing.",
        remedy: "Give at least one bundle identifier.",
        support: .ours)

    static let policyEnvironmentMissing = ErrorCode(
        "policy.environmentMissing", class: nil,
        "The policy accepts no environment, so it would reject everything.",
        cause: "A setting is missing.",
        remedy: "Give at least one environment.",
        support: .ours)

    static let policyEnvironmentNotXcode = ErrorCode(
        "policy.environmentNotXcode", class: nil,
        "The policy trusts Xcode's certificates for an environment that Xcode doesn't sign.",
        cause: "The production or sandbox environment was named too.",
        remedy: "Use one policy for Xcode and another for the App Store.",
        support: .ours)
}
