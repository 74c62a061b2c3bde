#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Changes of a JWS that leave it in agreement with itself: what is nested in a notification changes with it.
extension TestJWSContent {
    mutating func setEnvironment(_ environment: TestJWSEnvironment) -> Bool {
        edit(
            { $0.environment = environment }, { $0.environment = environment }, { $0.environment = environment },
            {
                $0.environment = environment
                $0.transaction?.environment = environment
                $0.renewalInfo?.environment = environment
            })
    }

    mutating func setBundleIdentifier(_ identifier: String) -> Bool {
        edit(
            { $0.bundleIdentifier = identifier }, { _ in }, { $0.bundleIdentifier = identifier },
            {
                $0.bundleIdentifier = identifier
                $0.transaction?.bundleIdentifier = identifier
            })
    }

    mutating func setAppAppleID(_ number: Int64?) -> Bool {
        edit({ _ in }, { _ in }, { $0.appID = number }, { $0.appID = number })
    }

    /// Moves the signed date.
    mutating func move(by seconds: Double) -> Bool {
        if case .notification(var notification) = self {
            notification.signedDate += seconds
            self = .notification(notification)
        }
        return edit(
            { $0.signedDate += seconds }, { $0.signedDate += seconds }, { $0.receiptCreationDate += seconds },
            {
                $0.transaction?.signedDate += seconds
                $0.renewalInfo?.signedDate += seconds
            })
    }

    /// Changes the device. False if the JWS names none.
    mutating func editDevice(_ change: (inout TestDeviceVerification) -> Void) -> Bool {
        var hasDevice = false
        func edit(_ verification: inout TestDeviceVerification?) {
            guard var device = verification else { return }
            change(&device)
            verification = device
            hasDevice = true
        }
        _ = self.edit(
            { edit(&$0.deviceVerification) }, { edit(&$0.deviceVerification) }, { edit(&$0.deviceVerification) },
            { _ in })
        return hasDevice
    }

    /// Changes the JWS by the one of the functions that is of its kind. False if there is none.
    private mutating func edit(
        _ transactions: (inout TestTransaction) -> Void, _ renewalInfos: (inout TestRenewalInfo) -> Void,
        _ appTransactions: (inout TestAppTransaction) -> Void, _ bodies: (inout TestNotificationData) -> Void
    ) -> Bool {
        switch self {
        case .transaction(var transaction):
            transactions(&transaction)
            self = .transaction(transaction)
        case .renewalInfo(var renewalInfo):
            renewalInfos(&renewalInfo)
            self = .renewalInfo(renewalInfo)
        case .appTransaction(var appTransaction):
            appTransactions(&appTransaction)
            self = .appTransaction(appTransaction)
        case .notification(var notification):
            guard case .data(var data) = notification.body else { return false }
            bodies(&data)
            notification.body = .data(data)
            self = .notification(notification)
        case .other:
            return false
        }
        return true
    }
}
