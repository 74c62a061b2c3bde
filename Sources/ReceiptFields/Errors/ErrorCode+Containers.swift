extension ErrorCode {
    package static let containers = Section(
        "The container of a receipt",
        [
            .derTruncated, .derTag, .derLength, .derTrailing, .derInteger, .derValue, .containerContentType,
            .containerVersion, .containerNoContent, .containerNoSigner, .containerSeveralSigners,
            .containerSignedAttributes, .containerUnsignedAttributes, .containerCrls,
            .containerCertificateChoice, .containerSignerIdentifier, .containerDigestAlgorithms,
            .transactionReceiptVersion,
        ])

    static let derTruncated = ErrorCode(
        "der.truncated", class: .damaged,
        "An ASN.1 element is longer than the data that contains it.",
        cause: "The receipt was cut off, for instance by a database column.",
        remedy: "Compare its length with that of the file on the device.",
        support: .damaged)

    static let derTag = ErrorCode(
        "der.tag", class: .damaged,
        "The format requires another ASN.1 element at this position.",
        cause: "The bytes changed on the way, or aren't a receipt.",
        remedy: "Fetch the receipt again, and send it unchanged.",
        support: .damaged)

    static let derLength = ErrorCode(
        "der.length", class: .damaged,
        "An ASN.1 length isn't in the form that DER prescribes.",
        cause: """
            A program decoded the bytes as text and encoded them again, or another program re-encoded the receipt.
            """,
        remedy: "Read the receipt as bytes, and send it in base64.",
        support: .damaged)

    static let derTrailing = ErrorCode(
        "der.trailing", class: .damaged,
        "Bytes are left over after an element or after the receipt.",
        cause: "A line break or a second receipt follows, or a forger added bytes.",
        remedy: "Send only the receipt.",
        support: .damaged)

    static let derInteger = ErrorCode(
        "der.integer", class: .damaged,
        "An ASN.1 integer is empty, padded, or longer than eight bytes.",
        cause: "The bytes changed on the way.",
        remedy: "Fetch the receipt again, and send it unchanged.",
        support: .damaged)

    static let derValue = ErrorCode(
        "der.value", class: .damaged,
        "An ASN.1 value has a form that its type doesn't allow.",
        cause: "The bytes changed on the way.",
        remedy: "Fetch the receipt again, and send it unchanged.",
        support: .damaged)

    static let containerContentType = ErrorCode(
        "container.contentType", class: .notEvidence,
        "The PKCS #7 container doesn't hold signed data.",
        cause: "It is another PKCS #7 file, such as a list of certificates.",
        remedy: "Send the app receipt.",
        support: .forged)

    static let containerVersion = ErrorCode(
        "container.version", class: .untrusted,
        "The version of the container or of its signer isn't 1.",
        cause: "A program other than the App Store created the container.",
        remedy: "Send the app receipt as the App Store issued it.",
        support: .forged)

    static let containerNoContent = ErrorCode(
        "container.noContent", class: .notEvidence,
        "The container has a signature without the content that it signs.",
        cause: "Another program made a detached signature.",
        remedy: "Send the app receipt as the App Store issued it.",
        support: .forged)

    static let containerNoSigner = ErrorCode(
        "container.noSigner", class: .notEvidence,
        "The container has no signer.",
        cause: "It is a list of certificates, or a forger removed the signature.",
        remedy: "Send the app receipt as the App Store issued it.",
        support: .forged)

    static let containerSeveralSigners = ErrorCode(
        "container.severalSigners", class: .untrusted,
        "The container has more than one signer.",
        cause: "A forger added a signature.",
        support: .forged)

    static let containerSignedAttributes = ErrorCode(
        "container.signedAttributes", class: .untrusted,
        "The signer has signed attributes, which App Store receipts never have.",
        cause: "Another program signed it, such as `openssl cms`.",
        remedyInTests: "In tests, issue receipts with ReceiptKitTesting or `receipt issue`.",
        support: .forged)

    static let containerUnsignedAttributes = ErrorCode(
        "container.unsignedAttributes", class: .untrusted,
        "The signer has unsigned attributes, which App Store receipts never have.",
        cause: "A forger added them to the receipt.",
        support: .forged)

    static let containerCrls = ErrorCode(
        "container.crls", class: .untrusted,
        "The container has revocation lists, which App Store receipts never have.",
        cause: "A forger added them to the receipt.",
        support: .forged)

    static let containerCertificateChoice = ErrorCode(
        "container.certificateChoice", class: .untrusted,
        "The certificate set contains something other than X.509 certificates.",
        cause: "A forger added it to the receipt.",
        support: .forged)

    static let containerSignerIdentifier = ErrorCode(
        "container.signerIdentifier", class: .untrusted,
        "The container names its signer by key, not by issuer and serial number.",
        cause: "Another program signed it.",
        remedyInTests: "In tests, issue receipts with ReceiptKitTesting or `receipt issue`.",
        support: .forged)

    static let containerDigestAlgorithms = ErrorCode(
        "container.digestAlgorithms", class: .untrusted,
        "The container doesn't list exactly the signer's digest algorithm.",
        cause: "Another program signed it.",
        remedyInTests: "In tests, issue receipts with ReceiptKitTesting or `receipt issue`.",
        support: .forged)

    static let transactionReceiptVersion = ErrorCode(
        "transactionReceipt.version", class: .damaged,
        "The signature of the iOS 6 transaction receipt isn't of version 2, 3 or 4.",
        cause: "The bytes changed on the way.",
        remedy: "Send the bytes of transactionReceipt unchanged.",
        support: .damaged)
}
