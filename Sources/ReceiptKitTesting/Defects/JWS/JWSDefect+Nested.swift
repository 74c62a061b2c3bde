/// Defects of the JWS nested in a notification. The notification itself is valid.
extension JWSDefect {
    static let nested: [Self] = [
        Self(
            "nested-signature-flipped", "One bit of the nested transaction's signature was flipped.", .nested,
            in: [.notification], .data { $0.transactionDefects = [try .named("signature-flipped")] }),
        Self(
            "nested-wrong-root", "The nested transaction has an untrusted root.", .nested, in: [.notification],
            .data { $0.transactionDefects = [try .named("wrong-root")] }),
        Self(
            "nested-renewal-info-flipped", "One bit of the nested renewal info's signature was flipped.", .nested,
            in: [.notification], .data { $0.renewalInfoDefects = [try .named("signature-flipped")] }),
        Self(
            "nested-other-app", "The nested transaction is for another app.", .nested, in: [.notification],
            .data { $0.transaction?.bundleIdentifier = "com.example.other" }),
        Self(
            "nested-other-environment", "The nested transaction is from the sandbox.", .nested, in: [.notification],
            .data { $0.transaction?.environment = .sandbox }),
        Self(
            "nested-other-subscription", "The nested renewal info is for another subscription.", .nested,
            in: [.notification], .data { $0.renewalInfo?.originalTransactionID = "410000999999999" }),
        Self(
            "nested-renewal-info-environment", "The nested renewal info is from the sandbox.", .nested,
            in: [.notification], .data { $0.renewalInfo?.environment = .sandbox }),
        Self(
            "nested-kinds-swapped", "Renewal info replaces the nested transaction.", .nested,
            in: [.notification], .data { $0.transactionDefects = [try .named("renewal-info-in-place")] }),
        Self(
            "nested-text", "The nested transaction is a string that is not a JWS.", .nested, in: [.notification],
            .data { $0.changes.set("signedTransactionInfo", "\"token\"") }),
        Self(
            "nested-number", "The nested transaction is a number.", .fields, in: [.notification],
            .data { $0.changes.set("signedTransactionInfo", "1") }),
        Self(
            "nested-app-flipped", "One bit of the nested app transaction's signature was flipped.", .nested,
            in: [.notification], .appData { $0.appTransactionDefects = [try .named("signature-flipped")] }),
        Self(
            "nested-app-other", "The nested app transaction is for another app.", .nested, in: [.notification],
            .appData { $0.appTransaction?.bundleIdentifier = "com.example.other" }),
        Self(
            "nested-app-other-number", "The nested app transaction is for an app with another App Store identifier.",
            .nested,
            in: [.notification], .appData { $0.appTransaction?.appID = 6_450_123_457 }),
        Self(
            "nested-app-environment", "The nested app transaction is from the sandbox.", .nested, in: [.notification],
            .appData { $0.appTransaction?.environment = .sandbox }),
    ]
}

extension DefectChange<JWSDraft> {
    /// Changes the content of a notification about a purchase with renewal info.
    fileprivate static func data(_ edit: @escaping Edit<TestNotificationData>) -> Self {
        content {
            try $0.editData {
                guard $0.transaction != nil, $0.renewalInfo != nil else { throw NothingToSpoil() }
                try edit(&$0)
            }
        }
    }

    /// Changes the content of a notification about the app. Replaces any other content with one.
    fileprivate static func appData(_ edit: @escaping Edit<TestNotificationAppData>) -> Self {
        content {
            guard case .notification(var notification) = $0 else { throw NothingToSpoil() }
            var data = TestNotificationAppData(
                appTransaction: TestAppTransaction(receiptCreationDate: notification.signedDate))
            if case .appData(let given) = notification.body { data = given }
            try edit(&data)
            notification.body = .appData(data)
            notification.notificationType = "RESCIND_CONSENT"
            $0 = .notification(notification)
        }
    }
}
