import Testing

/// One thing has one word, that of the field. These have been used instead of it, and hide what is meant or who does it.
struct WordRule: Sendable, CustomTestStringConvertible {
    /// What to write.
    let testDescription: String
    let pattern: String
    let caught: [String]
    /// Sentences that look as if they broke the rule.
    let free: [String]

    init(_ write: String, _ pattern: String, _ caught: [String], free: [String] = []) {
        (testDescription, self.pattern, self.caught, self.free) = (write, pattern, caught, free)
    }

    static let all = [
        WordRule(
            "verify, verified", #"\bbeliev(?:e|es|ed|ing)\b"#,
            ["It is believed.", "Believe it if you can.", "Nothing that believes it is.", "On believing it."],
            free: ["The name is `believed`."]),
        WordRule(
            "reject, rejected", #"\brefus(?:e|es|ed|ing)\b"#,
            ["It is refused.", "Refuse it.", "A verifier refuses it.", "On refusing it."],
            free: ["The verdict is `refused`, and a refund is none."]),
        WordRule(
            "signer, intermediate or root certificate; unverified; malleable",
            #"\b(?:strangers?|twins?|vouch(?:es|ed|ing)?)\b"#,
            [
                "A stranger's certificate.", "Strangers sign.", "A signature has a twin.", "The twins.",
                "A root that vouched.",
            ]),
        WordRule(
            "certificate set", #"\bbags?\b"#, ["The first in the bag.", "Bags of certificates."],
            free: ["The baggage."]),
        WordRule(
            "JWS, signed transaction, signed renewal info, signed app transaction, notification",
            #"\bsigned texts?\b|(?<!external.purchase |device |appaccount)\btokens?\b"#,
            ["A signed text.", "Each token of it.", "Tokens of the App Store."],
            free: [
                "An external purchase token.", "External-purchase tokens.", "The appAccountToken.",
                "Codes as limit.tokens are.", "A device token.",
            ]),
        WordRule(
            "JSON body, request body, response body",
            #"(?<!json |request |request's |response |response's |[-\w])bod(?:y|ies)\b(?!:)"#,
            ["The whole body.", "Bodies are read."],
            free: ["The JSON body.", "A request's body.", "Request bodies.", "Use --max-body, and antibodies."]),
        WordRule(
            "iOS 6 transaction receipt", #"\breceipts? of iOS 6"#,
            ["The receipts of iOS 6.", "A receipt of iOS 6."], free: ["An iOS 6 transaction receipt."]),
        WordRule(
            "revoked, revocation", #"\bcancelled\b|\bcancellations?\b(?! (?:dates?|reasons?)\b)|\btaken back\b"#,
            ["It was cancelled.", "A cancellation of it.", "Apple has taken back the purchase."],
            free: ["The cancellation date (attribute 1712).", "Its cancellation reason."]),
        WordRule("byte", #"\boctets?\b(?! string)"#, ["An octet.", "Octets."], free: ["An OCTET STRING."]),
        WordRule(
            "purchase, subscription period, subscription",
            #"\brows? of (?:an? |the |its |one |several |two |all )?(?:receipts?|purchases?|subscriptions?|products?|transactions?)\b|\b(?:receipts?|subscription|purchase|ledgers?|consumable|transaction|revoked|refunded|restored|renewal|trial)(?:'s|s')? rows?\b|\bchains? of (?:an? |the )?(?:subscriptions?|renewals?)\b|\bsubscription chains?\b"#,
            [
                "The rows of a receipt.", "A row of the subscription.", "The receipt's row.", "Subscription rows.",
                "A chain of renewals.",
            ],
            free: ["The chain of certificates.", "A row of the table for each purchase."]),
        WordRule(
            "app account, customer, or the program that acts",
            #"\b(?:nobody|somebody|anybody|everybody|whoever|whom)\b|(?<=[.:;] |/ |["|#] )(?-i:Who)\b(?![^.\n]*\?)"#,
            [
                "Nobody signed it.", "Somebody's purchase.", "To whom it belongs.", "Whoever asks.",
                "Anybody has the key.", "Everybody's certificate.", "It is so. Who reads it must not be asked.",
            ],
            free: ["A reader who does not know it.", "It is so. Who is the signer?"]),
        WordRule(
            "the actor: the verifier rejects, `receipt` prints, Apple signs",
            #"\bcounts? for nothing\b|\b(?:is|are|was|were|be|been) (?:told|said|taken)\b(?! (?:apart|from|out)\b)"#,
            [
                "It counts for nothing.", "They count for nothing.", "The client is told.", "It was said.",
                "It is taken for granted.",
            ],
            free: ["Apple said so.", "The two are told apart.", "It is taken from the receipt."]),
    ]
}
