extension ErrorExplanation {
    /// One sentence for the customer's support: what the code says about the customer's purchase, and what to do next.
    public var support: String {
        let family = code.prefix { $0 != "." }
        return (Self.supportCases[code] ?? Self.supportCases[String(family)] ?? .ours).rawValue
    }

    private enum SupportCase: String {
        case absent = """
            No evidence of a purchase arrived: ask the customer to sign in to the App Store with the Apple Account that they bought \
            with, and to restore purchases in the app.
            """
        case busy = """
            The server was busy or the connection slow, and nothing was verified: ask the customer to try again in a few minutes.
            """
        case damaged = """
            The evidence was damaged or altered on its way: ask the customer to restore purchases in the app, and give the code \
            to the developers if it comes again.
            """
        case ended = """
            An organization bought the app for the customer, and that purchase has expired: refer the customer to the organization.
            """
        case environment = """
            The purchase was made in another environment than our server accepts: ask whether the customer uses TestFlight, and \
            if not, give the code to the developers.
            """
        case forged = """
            Apple signs no evidence like this, unless our settings are wrong: grant nothing for it, ask the customer to restore \
            purchases in the App Store's version of the app, and give the code to the developers if it comes again.
            """
        case noEvidence = """
            What arrived is no evidence: if the customer sent it, ask for the file or the text itself, not for a picture, an invoice or an \
            archive, and otherwise give the code to the developers.
            """
        case otherApp = """
            The evidence is for another app: ask the customer in which app they bought, and give the code to the developers if it \
            was this one.
            """
        case outdated = """
            The evidence is older than our settings accept, or for another device: ask the customer to update the app and to \
            restore purchases on this device, and give the code to the developers if it comes again.
            """
        case ours = """
            The customer isn't at fault and need not buy again: give the code to the developers.
            """
    }

    /// By code, or by the part in front of the point. All others are for developers.
    private static let supportCases: [String: SupportCase] = [
        "input.empty": .absent, "evidence.empty": .absent, "ledger.noEvidence": .absent,

        "server": .busy, "head.tooSlow": .busy, "body.tooSlow": .busy, "body.incomplete": .busy,

        "input.notReceipt": .noEvidence,

        "input.base64": .damaged, "der": .damaged, "transactionReceipt": .damaged, "jws.format": .damaged,
        "jws.signature": .damaged, "json.syntax": .damaged, "propertyList.syntax": .damaged, "signature": .damaged,

        "limit": .forged, "container": .forged, "signer": .forged, "algorithm": .forged, "chain": .forged,
        "attribute": .forged, "jws": .forged, "json.repeatedMember": .forged, "propertyList.repeatedKey": .forged,
        "environment.contradicted": .forged, "attribute.missing": .ours, "attribute.empty": .ours,
        "limit.input": .ours, "limit.evidence": .ours,

        "bundleIdentifier": .otherApp, "appAppleID.mismatch": .otherApp, "ledger.bundleIdentifier": .otherApp,
        "environment.mismatch": .environment, "ledger.environment": .environment,

        "environment.unsigned": .outdated, "maximumAge": .outdated, "date.tooOld": .outdated,
        "appVersion.mismatch": .outdated, "device.mismatch": .outdated, "date.expired": .ended,
    ]
}
