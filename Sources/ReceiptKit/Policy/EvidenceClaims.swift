internal import ReceiptEssentials
internal import ReceiptFields

/// What a piece of evidence answers to the demands of a policy.
///
/// Every demand has a property, and no property has a default: a kind of evidence that forgets one doesn't compile. What is stated and
/// nil is rejected where the policy demands it, but for the app's identifier outside production, which has none there.
///
/// | | app receipt | transaction | renewal info | app transaction | notification | iOS 6 receipt | realtime request |
/// | --- | --- | --- | --- | --- | --- | --- | --- |
/// | environment | attribute 0 | `environment` | `environment` | `receiptType` | `environment` | claimed | `environment` |
/// | bundle identifier | attribute 2 | `bundleId` | exempt (1) | `bundleId` | `bundleId` | `bid` | exempt (6) |
/// | App Store identifier | attribute 1 | exempt (2) | exempt (1) | `appAppleId` | `appAppleId` | `app-item-id` (3) | `appAppleId` (6) |
/// | app version | attribute 3 | nil (4) | exempt (1) | `applicationVersion` | `bundleVersion` | `bvrs` | nil |
/// | not from the future | attribute 12 | `signedDate` | `signedDate` | `receiptCreationDate` | `signedDate` | purchase date | `signedDate` |
/// | maximum age | attribute 12 | `signedDate` | `signedDate` | `receiptCreationDate` | `signedDate` | nil | `signedDate` |
/// | device | attribute 5 | `deviceVerification` (4) | the same, if there | `deviceVerification` (4) | exempt (5) | `unique-vendor-identifier` | exempt (5) |
///
/// 1. It is bound to its transaction or its notification, which answers.
/// 2. No transaction has it.
/// 3. As in app receipts, 0 is nil.
/// 4. In a notification it is exempt: the notification answers for what is nested in it.
/// 5. It comes from the App Store's server and not from a device.
/// 6. It names no bundle identifier: its app's identifier must be the policy's, which must have one.
struct EvidenceClaims {
    enum Answer<Value> {
        case says(Value)
        /// The demand isn't for this kind of evidence.
        case exempt
    }

    /// What binds evidence to a device.
    enum Device {
        case receipt(AppReceipt)
        case jws(DeviceVerification)
        case identifierForVendor(UUID?)
        case exempt
    }

    let environment: StoreEnvironment
    let bundleIdentifier: Answer<String>
    /// The app's identifier in the store.
    let appAppleID: Answer<Int64?>
    let appVersion: Answer<String?>
    /// What must not be from the future.
    let date: Date
    /// What must not be too old.
    let signingDate: Date?
    /// When the evidence itself expires.
    let expirationDate: Date?
    let device: Device
}

extension EvidenceClaims {
    init(_ receipt: AppReceipt) {
        self.init(
            environment: receipt.environment, bundleIdentifier: .says(receipt.bundleIdentifier),
            appAppleID: .says(receipt.appID == 0 ? nil : receipt.appID), appVersion: .says(receipt.appVersion),
            date: receipt.creationDate, signingDate: receipt.creationDate, expirationDate: receipt.expirationDate,
            device: .receipt(receipt))
    }

    init(_ transaction: TransactionPayload, isNested: Bool) {
        let verification = DeviceVerification(transaction.deviceVerification, transaction.deviceVerificationNonce)
        self.init(
            environment: transaction.environment, bundleIdentifier: .says(transaction.bundleIdentifier),
            appAppleID: .exempt, appVersion: isNested ? .exempt : .says(nil), date: transaction.signedDate,
            signingDate: transaction.signedDate, expirationDate: nil, device: isNested ? .exempt : .jws(verification))
    }

    init(_ renewalInfo: RenewalInfoPayload, isNested: Bool) {
        // What a device hands out is of that device; what the App Store sends has no such hash.
        let verification = DeviceVerification(renewalInfo.deviceVerification, renewalInfo.deviceVerificationNonce)
        self.init(
            environment: renewalInfo.environment, bundleIdentifier: .exempt, appAppleID: .exempt, appVersion: .exempt,
            date: renewalInfo.signedDate, signingDate: renewalInfo.signedDate, expirationDate: nil,
            device: isNested || !verification.isThere ? .exempt : .jws(verification))
    }

    init(_ app: AppTransactionPayload, isNested: Bool) {
        let verification = DeviceVerification(app.deviceVerification, app.deviceVerificationNonce)
        self.init(
            environment: app.environment, bundleIdentifier: .says(app.bundleIdentifier), appAppleID: .says(app.appID),
            appVersion: .says(app.appVersion), date: app.signedDate, signingDate: app.signedDate, expirationDate: nil,
            device: isNested ? .exempt : .jws(verification))
    }

    init(_ notification: NotificationPayload) {
        var appVersion: String?
        if case .data(let data) = notification.body { appVersion = data.bundleVersion }
        self.init(
            environment: notification.environment, bundleIdentifier: .says(notification.bundleIdentifier),
            appAppleID: .says(notification.appID), appVersion: .says(appVersion), date: notification.signedDate,
            signingDate: notification.signedDate, expirationDate: nil, device: .exempt)
    }

    init(_ request: RealtimeRequestPayload) {
        self.init(
            environment: request.environment, bundleIdentifier: .exempt, appAppleID: .says(request.appID),
            appVersion: .says(nil), date: request.signedDate, signingDate: request.signedDate, expirationDate: nil,
            device: .exempt)
    }

    /// The environment is `claimed`, which isn't signed. The only date says when the purchase was made, not when the receipt was signed.
    init(_ receipt: TransactionReceiptPayload, _ claimed: StoreEnvironment) {
        self.init(
            environment: claimed, bundleIdentifier: .says(receipt.bundleIdentifier),
            appAppleID: .says(receipt.appID == 0 ? nil : receipt.appID), appVersion: .says(receipt.appVersion),
            date: receipt.purchaseDate, signingDate: nil, expirationDate: nil,
            device: .identifierForVendor(receipt.identifierForVendor))
    }

    /// Whether the evidence is checked against a policy's device.
    func isDeviceChecked(_ policy: ReceiptPolicy) -> Bool {
        if case .exempt = device { false } else { policy.device != .unchecked }
    }
}
