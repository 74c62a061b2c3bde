extension FormatError {
    /// The kind of quotation marks in text that would be JSON if its quotation marks were the right ones.
    package enum QuotationMarks: String, Hashable, Sendable {
        /// `{'a': 'b'}`, as Python prints a dictionary.
        case single = "the quotation marks are single ones"
        /// `{\"a\":\"b\"}`, the inside of a JSON string.
        case escaped = "there is a backslash before the quotation marks"
        /// `{“a”: “b”}`
        case curly = "the quotation marks are curly"

        var remedy: String {
            switch self {
            case .single: "Write it with a JSON encoder: in Python, json.dumps in place of str."
            case .escaped: "It was encoded once too often: send the object itself, not the inside of a string."
            case .curly:
                "Send the JSON as it came, not as a word processor or a chat wrote it, and turn smart quotes off."
            }
        }
    }

    /// Content without the signature that should cover it.
    package enum BareContent: String, Hashable, Sendable {
        /// The set of attributes in an app receipt.
        case receipt = "the content of an app receipt"
        /// The signed property list in an iOS 6 transaction receipt.
        case purchaseInfo = "the purchase-info of an iOS 6 transaction receipt"

        var remedy: String {
            switch self {
            case .receipt: "Send the whole receipt, as it is in the file at appStoreReceiptURL."
            case .purchaseInfo: "Send all of transactionReceipt, which has the signature beside purchase-info."
            }
        }
    }

    /// The type of value that a member should have had, and the type found.
    package struct Shape: Hashable, Sendable {
        let member: String
        let expected: String
        let found: String

        package init(member: String, expected: String, found: String) {
            (self.member, self.expected, self.found) = (member, expected, found)
        }
    }

    /// The location of evidence in JSON that doesn't come from Apple.
    package struct EvidencePlace: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case receipt = "an app receipt in base64"
            case jws = "a JWS"
            case transactionReceipt = "an iOS 6 transaction receipt"
        }

        /// The path, such as `transaction.appStoreReceipt`, escaped and truncated.
        package let path: String
        package let kind: Kind
        /// The library that uses a member with this name.
        package let source: String?
        /// True if the JSON itself was in base64.
        package let isInBase64: Bool

        package init(path: String, kind: Kind, source: String?, isInBase64: Bool) {
            (self.path, self.kind, self.source, self.isInBase64) = (path, kind, source, isInBase64)
        }

        func words(_ shape: Shape?) -> (code: ErrorCode, text: String) {
            let library = source.map { ", as \($0) names it," } ?? ""
            let json = isInBase64 ? "The base64 is of JSON" : "The JSON has no evidence in the members that Apple uses"
            let start =
                shape.map {
                    "Expected \($0.expected)\($0.member.isEmpty ? "" : " in \($0.member)"), found \($0.found)"
                } ?? json
            let code = shape == nil ? ErrorCode.evidenceEmpty : .jsonShape
            let remedy =
                path.hasSuffix("]")
                ? "Send each element of that list by itself, or the list as a member named `evidence`."
                : "Send the value of `\(path)` by itself, or as a member named `evidence`."
            return (
                code.because(class: .unsupported, remedy: remedy, support: .ours),
                "\(start); its member \(path)\(library) looks like \(kind.rawValue)"
            )
        }
    }

    /// JSON that isn't evidence, recognized by its members.
    package enum OtherJSON: Hashable, Sendable {
        /// An error of the App Store Server API, with its error code.
        case apiError(String)
        /// A response from verifyReceipt that has a status but no signed receipt.
        case verifyReceiptStatus(String)
        case googlePlay
        case amazon

        var words: (code: ErrorCode, text: String) {
            switch self {
            case .apiError(let number):
                (
                    .evidenceEmpty.because(
                        remedy: """
                            Find the error among Apple's error codes for the App Store Server API. Ask again, if Apple says so, and \
                            send the answer.
                            """,
                        support: .ours),
                    "The JSON is an error of the App Store Server API, \(number)"
                )
            case .verifyReceiptStatus(let number):
                (
                    .evidenceEmpty.because(
                        remedy: """
                            Send the receipt itself. An answer from verifyReceipt isn't signed, and has evidence only in latest_receipt.
                            """,
                        support: .ours),
                    "The JSON is an answer from verifyReceipt with status \(number), and has no latest_receipt"
                )
            case .googlePlay:
                (
                    .evidenceEmpty.because(
                        remedy:
                            "Verify it with the Google Play Developer API. Only the App Store's evidence can be verified here.",
                        support: .ours),
                    "The JSON is a purchase of Google Play"
                )
            case .amazon:
                (
                    .evidenceEmpty.because(
                        remedy:
                            "Verify it with Amazon's Receipt Verification Service. Only the App Store's evidence can be verified here.",
                        support: .ours),
                    "The JSON is a purchase of the Amazon Appstore"
                )
            }
        }
    }
}
