internal import ReceiptEssentials
internal import ReceiptFields

extension ReceiptPolicy {
    /// What the policy demands of evidence whose signature holds, in this order.
    func check(_ answers: EvidenceClaims, at now: Date) throws(VerificationError) {
        try checkEnvironment(answers.environment)
        if case .says(let found) = answers.bundleIdentifier { try bundleIdentifiers.check(found) }
        if case .says(let found) = answers.appAppleID {
            // Nothing else says for which app it is.
            if case .exempt = answers.bundleIdentifier, appAppleID == nil { throw .appAppleIDMissing }
            try checkAppAppleID(found, answers.environment)
        }
        if case .says(let found) = answers.appVersion { try checkVersion(found) }
        if let maximumAge, answers.signingDate == nil { throw .maximumAgeUnanswered(maximumAge) }
        try checkAge(answers.date, at: now)
        if let expiration = answers.expirationDate {
            guard expiration.timeIntervalSince1970 > now.timeIntervalSince1970 else {
                throw .expired(expiration: expiration, now: now)
            }
        }
        try answers.device.check(for: device)
    }

    /// What the policy demands of a transaction receipt whose signature holds, in this order.
    func check(
        _ receipt: TransactionReceiptPayload, _ claimed: StoreEnvironment, at now: Date
    ) throws(VerificationError) {
        guard transactionReceipts == .acceptedWithUnsignedEnvironment else { throw .environmentUnsigned }
        // The App Store's environments alone can be claimed: the App Store wrote no other.
        guard claimed == .production || claimed == .sandbox else {
            throw .environmentMismatch(found: claimed, accepted: environments)
        }
        try checkEnvironment(claimed)
        if claimed == .production {
            for identifier in [receipt.transactionID, receipt.originalTransactionID] where identifier.isOfSandbox {
                throw .environmentContradicted(transactionID: identifier)
            }
        }
        try check(EvidenceClaims(receipt, claimed), at: now)
    }

    private func checkEnvironment(_ environment: StoreEnvironment) throws(VerificationError) {
        guard acceptedEnvironments.contains(environment) else {
            throw .environmentMismatch(found: environment, accepted: acceptedEnvironments)
        }
    }

    /// What is of production must name the app in the store. Elsewhere there may be none.
    private func checkAppAppleID(_ found: Int64?, _ environment: StoreEnvironment) throws(VerificationError) {
        guard let appAppleID else { return }
        if found == nil, environment != .production { return }
        guard found == appAppleID else { throw .appAppleIDMismatch(found: found, expected: appAppleID) }
    }

    private func checkVersion(_ found: String?) throws(VerificationError) {
        guard let appVersion else { return }
        guard let found else { throw .appVersionUnanswered(expected: appVersion) }
        guard found.hasSameBytes(as: appVersion) else { throw .appVersionMismatch(found: found, expected: appVersion) }
    }

    /// On seconds, not on `Date`: its `<=` and `>=` hold for dates that are not a number. These conditions fail for them.
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

    /// Xcode's key is on every developer's machine, so what it signed is of a local test or nothing. The initialiser
    /// has seen to that; this is where it would matter.
    private var acceptedEnvironments: Set<StoreEnvironment> {
        switch trust.mode {
        case .roots: environments
        case .xcode: environments.intersection([.xcode, .localTesting])
        }
    }
}

extension EvidenceClaims.Device {
    fileprivate func check(for device: DeviceRequirement) throws(VerificationError) {
        switch self {
        case .receipt(let receipt): try DeviceHash.check(receipt, for: device)
        case .jws(let verification): try verification.check(for: device)
        case .identifierForVendor(let found): try check(found, for: device)
        case .exempt: return
        }
    }

    private func check(_ found: UUID?, for device: DeviceRequirement) throws(VerificationError) {
        guard case .identifiers(let identifiers) = device else { return }
        let candidates = identifiers.compactMap(\.identifierForVendor)
        guard !candidates.isEmpty else { throw .deviceIdentifierMissing }
        guard let found else { throw .deviceVerificationMissing }
        guard candidates.contains(found) else { throw .deviceMismatch }
    }
}

extension BundleIdentifiers {
    func check(_ found: String) throws(VerificationError) {
        guard case .oneOf(let accepted) = self else { return }
        // The set finds what is canonically equivalent, of which it holds one at most; the bytes decide.
        guard let index = accepted.firstIndex(of: found), accepted[index].hasSameBytes(as: found) else {
            throw .bundleIdentifierMismatch(found: found, accepted: accepted)
        }
    }
}

extension String {
    /// Canonical equivalence of Unicode would take other identifiers for the same.
    fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether it is a transaction identifier as sandbox gives them: 16 digits that begin with 100000 or 200000. All of 938 in real
    /// receipts of sandbox were of this form; those of production have 14 or 15.
    fileprivate var isOfSandbox: Bool {
        utf8.count == 16 && utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (utf8.starts(with: "100000".utf8) || utf8.starts(with: "200000".utf8))
    }
}

extension ReceiptPolicy.SHA1Acceptance {
    /// 2025-01-24T00:00:00Z, when Apple's last intermediate for SHA-1 receipts (G8) expired. Source: Apple, TN3138.
    static let end = Date(timeIntervalSince1970: 1_737_676_800)

    /// Whether a receipt that was created at this time may have a signature with SHA-1.
    func check(_ use: VerificationError.SHA1Use, _ created: Date) throws(VerificationError) {
        guard self == .untilRetired, created <= Self.end else { throw .sha1NotAccepted(use, created: created) }
    }
}
