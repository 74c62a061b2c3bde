internal import ReceiptEssentials
internal import ReceiptFields

/// The claims of a piece of evidence that a policy checks.
///
/// Every requirement of a policy has a property, and no property has a default, so a kind of evidence that omits one doesn't compile. If
/// the policy requires a value and the evidence's value is nil, the evidence is rejected. The one exception is the App Store identifier,
/// which evidence outside production may lack.
///
/// | | app receipt | transaction | renewal info | app transaction | notification | iOS 6 receipt | realtime request |
/// | --- | --- | --- | --- | --- | --- | --- | --- |
/// | environment | attribute 0 | `environment` | `environment` | `receiptType` | `environment` | claimed, unsigned | `environment` |
/// | bundle identifier | attribute 2 | `bundleId` | exempt (1) | `bundleId` | `bundleId` | `bid` | exempt (6) |
/// | App Store identifier | attribute 1 | exempt (2) | exempt (1) | `appAppleId` (3) | `appAppleId` (3) | `app-item-id` (3) | `appAppleId` (6) |
/// | app version | attribute 3 | nil (4) | exempt (1) | `applicationVersion` | `bundleVersion` | `bvrs` | nil |
/// | not from the future | attribute 12 | `signedDate` | `signedDate` | `receiptCreationDate` | `signedDate` | purchase date | `signedDate` |
/// | maximum age | attribute 12 | `signedDate` | `signedDate` | `receiptCreationDate` | `signedDate` | nil | `signedDate` |
/// | device | attribute 5 | `deviceVerification` (4) | the same, if present | `deviceVerification` (4) | exempt (5) | `unique-vendor-identifier` | exempt (5) |
///
/// 1. The renewal info is bound to its transaction or notification, which is checked instead.
/// 2. No transaction contains it.
/// 3. The value 0 is treated as nil, as in app receipts.
/// 4. Evidence nested in a notification is exempt: the notification is checked instead.
/// 5. The evidence comes from the App Store's server, not from a device.
/// 6. The request names no bundle identifier. The policy must have an App Store identifier, and the request's must equal it.
struct EvidenceClaims {
    enum Answer<Value> {
        case claims(Value)
        /// The requirement doesn't apply to this kind of evidence.
        case exempt
    }

    let environment: StoreEnvironment
    /// If the environment isn't signed, the transaction identifiers that may contradict it.
    let unsignedEnvironment: [String]?
    let bundleIdentifier: Answer<String>
    /// The app's identifier in the App Store.
    let appAppleID: Answer<Int64?>
    let appVersion: Answer<String?>
    /// The date that must not be in the future.
    let date: Date
    /// The date that must not be earlier than the maximum age allows.
    let signingDate: Date?
    /// The date on which the evidence itself expires.
    let expirationDate: Date?
    let device: Device

    /// Returns true if the evidence is checked against a policy's device.
    func isDeviceChecked(_ policy: ReceiptPolicy) -> Bool {
        if case .exempt = device { false } else { policy.device != .unchecked }
    }
}

extension AppReceipt: CheckedPayload {
    init(signed receipt: UnverifiedReceipt) throws(FormatError) { self = try receipt.unverified }

    func claims(in _: UnverifiedReceipt, isNested _: Bool) -> EvidenceClaims {
        EvidenceClaims(
            environment: environment, unsignedEnvironment: nil, bundleIdentifier: .claims(bundleIdentifier),
            appAppleID: .claims(appID.namingAnApp), appVersion: .claims(appVersion), date: creationDate,
            signingDate: creationDate, expirationDate: expirationDate, device: .receipt(self))
    }
}

extension TransactionReceiptPayload: CheckedPayload {
    init(signed receipt: UnverifiedTransactionReceipt) throws(FormatError) { try self.init(receipt.purchaseInfo) }

    /// The receipt's only date is the purchase date. The receipt doesn't state when it was signed.
    func claims(in receipt: UnverifiedTransactionReceipt, isNested _: Bool) -> EvidenceClaims {
        EvidenceClaims(
            environment: receipt.claimedEnvironment, unsignedEnvironment: [transactionID, originalTransactionID],
            bundleIdentifier: .claims(bundleIdentifier), appAppleID: .claims(appID.namingAnApp),
            appVersion: .claims(appVersion), date: purchaseDate, signingDate: nil, expirationDate: nil,
            device: .identifierForVendor(identifierForVendor))
    }
}

extension Int64? {
    /// An app's identifier in the App Store, with nil for 0. Sandbox has none.
    var namingAnApp: Int64? { self == 0 ? nil : self }
}

/// The payload of a JWS, which signs its environment and its date.
protocol JWSPayload: CheckedPayload, DecodedPayload where Container == UnverifiedJWS {}

extension JWSPayload {
    init(signed jws: UnverifiedJWS) throws(FormatError) {
        let kind = jws.payloadHeader.kind
        guard kind == Self.kind else { throw FormatError(.otherPayload(found: kind), offset: 0) }
        try self.init(json: jws.payload)
    }
}

extension EvidenceClaims {
    fileprivate init(
        _ environment: StoreEnvironment, signed: Date, bundleIdentifier: Answer<String>, appAppleID: Answer<Int64?>,
        appVersion: Answer<String?>, device: Device
    ) {
        self.init(
            environment: environment, unsignedEnvironment: nil, bundleIdentifier: bundleIdentifier,
            appAppleID: appAppleID, appVersion: appVersion, date: signed, signingDate: signed, expirationDate: nil,
            device: device)
    }
}

extension TransactionPayload: JWSPayload {
    func claims(in _: UnverifiedJWS, isNested: Bool) -> EvidenceClaims {
        EvidenceClaims(
            environment, signed: signedDate, bundleIdentifier: .claims(bundleIdentifier), appAppleID: .exempt,
            appVersion: isNested ? .exempt : .claims(nil),
            device: isNested ? .exempt : .jws(hash: deviceVerification, nonce: deviceVerificationNonce))
    }
}

extension RenewalInfoPayload: JWSPayload {
    func claims(in _: UnverifiedJWS, isNested: Bool) -> EvidenceClaims {
        // A renewal info from a device is bound to that device; one from the App Store has no such hash.
        let isOfDevice = !isNested && (deviceVerification != nil || deviceVerificationNonce != nil)
        return EvidenceClaims(
            environment, signed: signedDate, bundleIdentifier: .exempt, appAppleID: .exempt, appVersion: .exempt,
            device: isOfDevice ? .jws(hash: deviceVerification, nonce: deviceVerificationNonce) : .exempt)
    }
}

extension AppTransactionPayload: JWSPayload {
    func claims(in _: UnverifiedJWS, isNested: Bool) -> EvidenceClaims {
        EvidenceClaims(
            environment, signed: signedDate, bundleIdentifier: .claims(bundleIdentifier),
            appAppleID: .claims(appID.namingAnApp), appVersion: .claims(appVersion),
            device: isNested ? .exempt : .jws(hash: deviceVerification, nonce: deviceVerificationNonce))
    }
}

extension NotificationPayload: JWSPayload {
    func claims(in _: UnverifiedJWS, isNested _: Bool) -> EvidenceClaims {
        var appVersion: String?
        if case .data(let data) = body { appVersion = data.bundleVersion }
        return EvidenceClaims(
            environment, signed: signedDate, bundleIdentifier: .claims(bundleIdentifier),
            appAppleID: .claims(appID.namingAnApp), appVersion: .claims(appVersion), device: .exempt)
    }
}

extension RealtimeRequestPayload: JWSPayload {
    func claims(in _: UnverifiedJWS, isNested _: Bool) -> EvidenceClaims {
        EvidenceClaims(
            environment, signed: signedDate, bundleIdentifier: .exempt, appAppleID: .claims(appID),
            appVersion: .claims(nil), device: .exempt)
    }
}
