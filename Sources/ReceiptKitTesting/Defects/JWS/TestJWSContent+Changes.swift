internal import ReceiptEssentials

/// Changes that keep a JWS consistent: the JWS nested in a notification change with it.
extension TestJWSContent {
    mutating func setEnvironment(_ environment: TestEnvironment) throws {
        try edit(
            { $0.environment = environment }, { $0.environment = environment }, { $0.environment = environment },
            { $0.environment = environment },
            {
                $0.environment = environment
                $0.transaction?.environment = environment
                $0.renewalInfo?.environment = environment
            })
    }

    mutating func setBundleIdentifier(_ identifier: String) throws {
        try edit(
            { $0.bundleIdentifier = identifier }, { _ in }, { $0.bundleIdentifier = identifier },
            { _ in throw NothingToSpoil() },
            {
                $0.bundleIdentifier = identifier
                $0.transaction?.bundleIdentifier = identifier
            })
    }

    mutating func setAppID(_ number: Int64?) throws {
        try edit(
            { _ in }, { _ in }, { $0.appID = number },
            {
                guard let number else { throw NothingToSpoil() }
                $0.appID = number
            }, { $0.appID = number })
    }

    /// Moves the signed date by a number of seconds.
    mutating func move(by seconds: Double) throws {
        if case .notification(var notification) = self {
            notification.signedDate += seconds
            self = .notification(notification)
        }
        try edit(
            { $0.signedDate += seconds }, { $0.signedDate += seconds }, { $0.receiptCreationDate += seconds },
            { $0.signedDate += seconds },
            {
                $0.transaction?.signedDate += seconds
                $0.renewalInfo?.signedDate += seconds
            })
    }

    /// Changes the device that the JWS is bound to.
    mutating func editDevice(_ change: (inout TestDeviceVerification) -> Void) throws {
        func edit(_ verification: inout TestDeviceVerification?) throws {
            guard var device = verification else { throw NothingToSpoil() }
            change(&device)
            verification = device
        }
        try self.edit(
            { try edit(&$0.deviceVerification) }, { try edit(&$0.deviceVerification) },
            { try edit(&$0.deviceVerification) }, { _ in throw NothingToSpoil() }, { _ in throw NothingToSpoil() })
    }

    /// Changes the content of a notification about a purchase.
    mutating func editData(_ change: (inout TestNotificationData) throws -> Void) throws {
        guard case .notification(var notification) = self, case .data(var data) = notification.body else {
            throw NothingToSpoil()
        }
        try change(&data)
        notification.body = .data(data)
        self = .notification(notification)
    }

    /// Changes the JWS with the function for its kind.
    private mutating func edit(
        _ transactions: (inout TestTransaction) throws -> Void, _ renewalInfos: (inout TestRenewalInfo) throws -> Void,
        _ appTransactions: (inout TestAppTransaction) throws -> Void,
        _ realtimeRequests: (inout TestRealtimeRequest) throws -> Void,
        _ bodies: (inout TestNotificationData) throws -> Void
    ) throws {
        switch self {
        case .transaction(var transaction):
            try transactions(&transaction)
            self = .transaction(transaction)
        case .renewalInfo(var renewalInfo):
            try renewalInfos(&renewalInfo)
            self = .renewalInfo(renewalInfo)
        case .appTransaction(var appTransaction):
            try appTransactions(&appTransaction)
            self = .appTransaction(appTransaction)
        case .notification: try editData(bodies)
        case .realtimeRequest(var request):
            try realtimeRequests(&request)
            self = .realtimeRequest(request)
        case .other: throw NothingToSpoil()
        }
    }
}
