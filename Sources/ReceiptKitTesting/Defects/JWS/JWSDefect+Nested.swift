/// Defects of what is nested in a notification, which itself is sound.
extension JWSDefect {
    static let nested: [JWSDefect] = [
        .nestedSignatureFlipped, .nestedWrongRoot, .nestedRenewalInfoFlipped, .nestedOtherApp,
        .nestedOtherEnvironment, .nestedOtherSubscription, .nestedRenewalInfoEnvironment, .nestedKindsSwapped,
        .nestedText, .nestedNumber, .nestedAppFlipped, .nestedAppOther, .nestedAppOtherNumber, .nestedAppEnvironment,
    ]

    /// One bit of the nested transaction's signature was flipped.
    public static let nestedSignatureFlipped = Self(
        "nested-signature-flipped", "One bit of the nested transaction's signature was flipped.", .refused(.nested),
        in: [.notification],
        .data { $0.transactionDefects = [.signatureFlipped] })

    /// A stranger signed the nested transaction.
    public static let nestedWrongRoot = Self(
        "nested-wrong-root", "A stranger signed the nested transaction.", .refused(.nested), in: [.notification],
        .data { $0.transactionDefects = [.wrongRoot] })

    /// One bit of the nested renewal info's signature was flipped.
    public static let nestedRenewalInfoFlipped = Self(
        "nested-renewal-info-flipped", "One bit of the nested renewal info's signature was flipped.", .refused(.nested),
        in: [.notification],
        .data { $0.renewalInfoDefects = [.signatureFlipped] })

    /// The nested transaction is of another app.
    public static let nestedOtherApp = Self(
        "nested-other-app", "The nested transaction is of another app.", .refused(.nested), in: [.notification],
        .data { $0.transaction?.bundleIdentifier = "com.example.other" })

    /// The nested transaction is from the sandbox.
    public static let nestedOtherEnvironment = Self(
        "nested-other-environment", "The nested transaction is from the sandbox.", .refused(.nested),
        in: [.notification],
        .data { $0.transaction?.environment = .sandbox })

    /// The nested renewal info is of another subscription.
    public static let nestedOtherSubscription = Self(
        "nested-other-subscription", "The nested renewal info is of another subscription.", .refused(.nested),
        in: [.notification],
        .data { $0.renewalInfo?.originalTransactionID = "410000999999999" })

    /// The nested renewal info is from the sandbox.
    public static let nestedRenewalInfoEnvironment = Self(
        "nested-renewal-info-environment", "The nested renewal info is from the sandbox.", .refused(.nested),
        in: [.notification],
        .data { $0.renewalInfo?.environment = .sandbox })

    /// Renewal info stands in the place of the nested transaction.
    public static let nestedKindsSwapped = Self(
        "nested-kinds-swapped", "Renewal info stands in the place of the nested transaction.", .refused(.nested),
        in: [.notification],
        .data { $0.transactionDefects = [.renewalInfoInPlace] })

    /// The nested transaction is a text that is not a JWS.
    public static let nestedText = Self(
        "nested-text", "The nested transaction is a text that is not a JWS.", .refused(.nested), in: [.notification],
        .data { $0.changes.set("signedTransactionInfo", "\"token\"") })

    /// The nested transaction is a number.
    public static let nestedNumber = Self(
        "nested-number", "The nested transaction is a number.", .refused(.fields), in: [.notification],
        .data { $0.changes.set("signedTransactionInfo", "1") })

    /// One bit of the nested app transaction's signature was flipped.
    public static let nestedAppFlipped = Self(
        "nested-app-flipped", "One bit of the nested app transaction's signature was flipped.", .refused(.nested),
        in: [.notification],
        .appData { $0.appTransactionDefects = [.signatureFlipped] })

    /// The nested app transaction is of another app.
    public static let nestedAppOther = Self(
        "nested-app-other", "The nested app transaction is of another app.", .refused(.nested), in: [.notification],
        .appData { $0.appTransaction?.bundleIdentifier = "com.example.other" })

    /// The nested app transaction is of an app with another number.
    public static let nestedAppOtherNumber = Self(
        "nested-app-other-number", "The nested app transaction is of an app with another number.", .refused(.nested),
        in: [.notification],
        .appData { $0.appTransaction?.appID = 6_450_123_457 })

    /// The nested app transaction is from the sandbox.
    public static let nestedAppEnvironment = Self(
        "nested-app-environment", "The nested app transaction is from the sandbox.", .refused(.nested),
        in: [.notification],
        .appData { $0.appTransaction?.environment = .sandbox })
}

extension JWSDefectSteps {
    /// Changes the body of a notification about a purchase with renewal info.
    fileprivate static func data(_ change: @escaping Change<TestNotificationData>) -> Self {
        Self(content: {
            guard case .notification(var notification) = $0.content, case .data(var data) = notification.body,
                data.transaction != nil, data.renewalInfo != nil
            else { return false }
            change(&data)
            notification.body = .data(data)
            $0.content = .notification(notification)
            return true
        })
    }

    /// Changes the body of a notification about the app, and makes it one if it is about something else.
    fileprivate static func appData(_ change: @escaping Change<TestNotificationAppData>) -> Self {
        Self(content: {
            guard case .notification(var notification) = $0.content else { return false }
            var data = TestNotificationAppData(
                appTransaction: TestAppTransaction(receiptCreationDate: notification.signedDate))
            if case .appData(let given) = notification.body { data = given }
            change(&data)
            notification.body = .appData(data)
            notification.notificationType = "RESCIND_CONSENT"
            $0.content = .notification(notification)
            return true
        })
    }
}
