internal import ReceiptEssentials
internal import ReceiptFields

extension ReceiptPolicy {
    /// Checks the claims of evidence whose signature is valid. The order of the checks decides which error is thrown.
    func check(_ claims: EvidenceClaims, at now: Date) throws(VerificationError) {
        if let identifiers = claims.unsignedEnvironment {
            try checkUnsigned(claims.environment, identifiers)
        } else {
            try checkEnvironment(claims.environment)
        }
        if case .claims(let found) = claims.bundleIdentifier { try bundleIdentifiers.check(found) }
        if case .claims(let found) = claims.appAppleID {
            // Nothing else in the evidence identifies the app.
            if case .exempt = claims.bundleIdentifier, appAppleID == nil { throw .appAppleIDMissing }
            try checkAppAppleID(found, claims.environment)
        }
        if case .claims(let found) = claims.appVersion { try checkVersion(found) }
        if let maximumAge, claims.signingDate == nil { throw .maximumAgeUnanswered(maximumAge) }
        try checkAge(claims.date, at: now)
        if let expiration = claims.expirationDate {
            guard expiration.timeIntervalSince1970 > now.timeIntervalSince1970 else {
                throw .expired(expiration: expiration, now: now)
            }
        }
        try claims.device.check(for: device)
    }

    /// Checks an environment that isn't signed.
    ///
    /// - Parameter identifiers: transaction identifiers that may contradict the claimed environment.
    private func checkUnsigned(_ claimed: StoreEnvironment, _ identifiers: [String]) throws(VerificationError) {
        guard transactionReceipts == .acceptedWithUnsignedEnvironment else { throw .environmentUnsigned }
        // Only the App Store's environments can be claimed, because only the App Store issued these receipts.
        guard claimed == .production || claimed == .sandbox else {
            throw .environmentMismatch(found: claimed, accepted: environments)
        }
        try checkEnvironment(claimed)
        if claimed == .production, let identifier = identifiers.first(where: \.isOfSandbox) {
            throw .environmentContradicted(transactionID: identifier)
        }
    }

    private func checkEnvironment(_ environment: StoreEnvironment) throws(VerificationError) {
        guard acceptedEnvironments.contains(environment) else {
            throw .environmentMismatch(found: environment, accepted: acceptedEnvironments)
        }
    }

    /// Checks the app's identifier. Production evidence must contain it; other evidence may lack it.
    private func checkAppAppleID(_ found: Int64?, _ environment: StoreEnvironment) throws(VerificationError) {
        guard let appAppleID else { return }
        if found == nil, environment != .production { return }
        guard found == appAppleID else { throw .appAppleIDMismatch(found: found, expected: appAppleID) }
    }

    private func checkVersion(_ found: String?) throws(VerificationError) {
        guard let appVersion else { return }
        guard let found else { throw .appVersionUnanswered(expected: appVersion) }
        guard ByteString(found) == ByteString(appVersion) else {
            throw .appVersionMismatch(found: found, expected: appVersion)
        }
    }

    /// Checks the age, comparing seconds: with a date that is not a number, `<=` and `>=` of `Date` return true, but the conditions used
    /// here are false.
    private func checkAge(_ created: Date, at now: Date) throws(VerificationError) {
        let seconds = now.timeIntervalSince1970
        guard created.timeIntervalSince1970 <= seconds + clockTolerance else {
            throw .createdInFuture(created: created, now: now)
        }
        if let maximumAge {
            guard created.timeIntervalSince1970 >= seconds - maximumAge else {
                throw .tooOld(created: created, now: now)
            }
        }
    }

    /// The environments accepted. Xcode's key is on every developer's machine, so evidence that it signed can only be for local tests. The
    /// policy's initializer already ensures this; the check is repeated here, where it matters.
    private var acceptedEnvironments: Set<StoreEnvironment> {
        switch trust.mode {
        case .roots: environments
        case .xcode: environments.intersection([.xcode, .localTesting])
        }
    }
}

extension String {
    /// True if the string is a transaction identifier of sandbox: 16 digits that begin with 100000 or 200000. All 938 identifiers in real
    /// sandbox receipts had this form; production identifiers have 14 or 15 digits.
    fileprivate var isOfSandbox: Bool {
        utf8.count == 16 && utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (utf8.starts(with: "100000".utf8) || utf8.starts(with: "200000".utf8))
    }
}
