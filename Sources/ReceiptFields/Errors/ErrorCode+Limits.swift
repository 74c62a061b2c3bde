extension ErrorCode {
    package static let limits = Section(
        "Limits",
        [
            .limitInput, .limitElements, .limitDepth, .limitCertificates, .limitCertificateSize,
            .limitAttribute, .limitString, .limitPurchases, .limitJws, .limitJwsHeader, .limitJsonDepth,
            .limitEvidence, .limitJsonMembers, .limitPairs,
        ])

    static let limitInput = ErrorCode(
        "limit.input", class: .limit,
        "The input is larger than the policy's limits allow.",
        cause: "The input isn't a receipt, or the policy lowers the limit too far.",
        remedy: "If your policy lowers `maximumInputSize`, set a larger value.",
        support: .ours)

    static let limitElements = ErrorCode(
        "limit.elements", class: .limit,
        "The receipt has more ASN.1 elements than the policy's limits allow.",
        cause: "The receipt was made to keep the verifier busy, or the policy lowers the limit too far.",
        remedy: "If your policy lowers `maximumElements`, set a larger value.",
        support: .forged)

    static let limitDepth = ErrorCode(
        "limit.depth", class: .limit,
        "The ASN.1 elements are nested more deeply than the policy's limits allow.",
        cause: "The receipt was made to exhaust the stack.",
        support: .forged)

    static let limitCertificates = ErrorCode(
        "limit.certificates", class: .limit,
        "The receipt has more certificates than the policy's limits allow, or more than one unused certificate.",
        cause: "A forger added certificates. The App Store sends three.",
        support: .forged)

    static let limitCertificateSize = ErrorCode(
        "limit.certificateSize", class: .limit,
        "A certificate is larger than the policy's limits allow, or an unused certificate is larger than 2 KiB.",
        cause: "A forger made the certificate. Apple's certificates are smaller than 2 KiB.",
        support: .forged)

    static let limitAttribute = ErrorCode(
        "limit.attribute", class: .limit,
        "An attribute is longer than the policy's limits allow.",
        cause: "A test authority issued the receipt, or the policy lowers the limit too far.",
        remedy: "If your policy lowers `maximumAttributeLength`, set a larger value.",
        support: .forged)

    static let limitString = ErrorCode(
        "limit.string", class: .limit,
        "A string is longer than the policy's limits allow.",
        cause: "A test authority issued the receipt, or the policy lowers the limit too far.",
        remedy: "If your policy lowers `maximumStringLength`, set a larger value.",
        support: .forged)

    static let limitPurchases = ErrorCode(
        "limit.purchases", class: .limit,
        "The receipt has more purchases than the policy's limits allow.",
        cause: "A test authority issued the receipt, or the policy lowers the limit too far.",
        remedy: "If your policy lowers `maximumPurchases`, set a larger value.",
        support: .forged)

    static let limitJws = ErrorCode(
        "limit.jws", class: .limit,
        "The JWS or iOS 6 transaction receipt is larger than 1 MiB.",
        cause: "The App Store didn't issue it.",
        support: .forged)

    static let limitJwsHeader = ErrorCode(
        "limit.jwsHeader", class: .limit,
        "The header of the JWS is larger than 32 KiB.",
        cause: "A forger replaced the certificates in `x5c`.",
        support: .forged)

    static let limitJsonDepth = ErrorCode(
        "limit.jsonDepth", class: .limit,
        "JSON objects and arrays are nested more than 64 deep.",
        cause: "The JSON was made to exhaust the stack.",
        support: .forged)

    static let limitEvidence = ErrorCode(
        "limit.evidence", class: .limit,
        "A list has more than 10,000 pieces of evidence.",
        cause: "The evidence of many customers was sent together.",
        remedy: "Ask about one customer at a time.",
        support: .ours)

    static let limitJsonMembers = ErrorCode(
        "limit.jsonMembers", class: .limit,
        "A JSON object has more than 1,000 members.",
        cause: "The JSON was made to keep the verifier busy.",
        support: .forged)

    static let limitPairs = ErrorCode(
        "limit.pairs", class: .limit,
        "A property list has more than 256 pairs.",
        cause: "The property list was made to keep the verifier busy.",
        support: .forged)
}
