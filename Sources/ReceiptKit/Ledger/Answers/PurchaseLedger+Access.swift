public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// Whether the customer has access to a product at a date, and if the evidence doesn't show it, what to ask Apple for.
    ///
    /// - Parameters:
    ///   - productID: the product. One that no evidence names, such as that of a downgrade whose notification was lost, is only found if you
    ///     ask for all products of its subscription group: see ``access(to:at:staleAfter:nonRenewingExpiration:)-(Sequence<String>,_,_,_)``.
    ///   - date: the date to ask about, for instance now.
    ///   - staleAfter: for how many seconds after Apple signed it a renewal info, or a receipt, still counts as the present state. A server
    ///     that asks Apple at most once an hour passes 3,600, and is not sent to ask again at every request.
    ///   - nonRenewingExpiration: as for ``currentEntitlements(at:staleAfter:nonRenewingExpiration:)``.
    public func access(
        to productID: String, at date: Date, staleAfter: TimeInterval = 0,
        nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Access {
        var inquiry = AccessInquiry(self, at: date, staleAfter, nonRenewingExpiration)
        return inquiry.access(to: productID)
    }

    /// Whether the customer has access to any of these products at a date: granted if it is to one; else undetermined if it is for one,
    /// with what is missing of all; else denied, with the latest ``Access/Denial/since``.
    public func access(
        to productIDs: some Sequence<String>, at date: Date, staleAfter: TimeInterval = 0,
        nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Access {
        var inquiry = AccessInquiry(self, at: date, staleAfter, nonRenewingExpiration)
        return inquiry.access(toAny: productIDs)
    }

    /// The answers to several questions, each about any of some products.
    package func access(
        toAnyOf questions: [[String]], at date: Date, staleAfter: TimeInterval,
        nonRenewingExpiration: ((Purchase) -> Date?)?
    ) -> [Access] {
        var inquiry = AccessInquiry(self, at: date, staleAfter, nonRenewingExpiration)
        return questions.map { inquiry.access(toAny: $0) }
    }
}
