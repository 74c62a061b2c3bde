extension ErrorCode {
    package static let payloads = Section(
        "JWS, JSON and property lists",
        [
            .jwsFormat, .jwsAlgorithm, .jwsHeader, .jwsCertificates, .jwsSignature, .jsonSyntax, .jsonShape,
            .jsonRepeatedMember, .propertyListSyntax, .propertyListRepeatedKey, .payloadKind,
            .payloadRealtimeRequest, .payloadMissing, .payloadMalformed,
        ])

    static let jwsFormat = ErrorCode(
        "jws.format", class: .damaged,
        "The text isn't a JWS in compact form: three parts in base64url with full stops between them.",
        cause: "It was cut off, or quotation marks were left in it.",
        remedy: "Send only the text of jwsRepresentation or signedPayload.",
        support: .damaged)

    static let jwsAlgorithm = ErrorCode(
        "jws.algorithm", class: .untrusted,
        "The JWS isn't signed with ES256.",
        cause: "Another service or a forger issued it.",
        remedy: "Send a JWS that StoreKit 2 or the App Store signed.",
        support: .forged)

    static let jwsHeader = ErrorCode(
        "jws.header", class: .untrusted,
        "The header of the JWS has crit, b64 or zip, which change what the signature means.",
        cause: "A forger made it.",
        support: .forged)

    static let jwsCertificates = ErrorCode(
        "jws.certificates", class: .untrusted,
        "The x5c of the JWS isn't the list of certificates that the App Store sends.",
        cause:
            "The JWS is Xcode's, which has one certificate, or another service's, or it is a token without certificates.",
        remedy: "Send a JWS that the App Store signed. If Xcode signed it, trust Xcode's certificate.",
        options: ["--xcode-certificate"],
        support: .forged)

    static let jwsSignature = ErrorCode(
        "jws.signature", class: .damaged,
        "The signature of the JWS doesn't have 64 bytes.",
        cause: "It was cut off, or another program wrote it in DER.",
        remedy: "Compare its length on both sides.",
        support: .damaged)

    static let jsonSyntax = ErrorCode(
        "json.syntax", class: .damaged,
        "The text isn't JSON in UTF-8 (RFC 8259).",
        cause: """
            It was cut off, its quotation marks are single, curly or escaped once too often, or evidence was sent where \
            JSON is expected.
            """,
        remedy: "Compare its length on both sides. Where JSON is expected, send evidence as a member of a JSON object.",
        support: .damaged)

    static let jsonShape = ErrorCode(
        "json.shape", class: .damaged,
        "A value in the JSON doesn't have the type that its member has in evidence.",
        cause: "A receipt was sent as an array of numbers, or an array was sent where a string is expected.",
        remedy: "Send the type that the message expects; a JWS and a receipt in base64 are strings.",
        support: .ours)

    static let jsonRepeatedMember = ErrorCode(
        "json.repeatedMember", class: .untrusted,
        "A name occurs twice in one JSON object, so two readers could disagree.",
        cause: "A forger made it.",
        support: .forged)

    static let propertyListSyntax = ErrorCode(
        "propertyList.syntax", class: .damaged,
        "The text isn't a property list of the form that iOS 6 transaction receipts have.",
        cause: "It was cut off, or it is another property list.",
        remedy: "Send the bytes of transactionReceipt unchanged.",
        support: .damaged)

    static let propertyListRepeatedKey = ErrorCode(
        "propertyList.repeatedKey", class: .untrusted,
        "A key occurs twice in the property list, so two readers could disagree.",
        cause: "A forger made it.",
        support: .forged)

    static let payloadKind = ErrorCode(
        "payload.kind", class: .unsupported,
        "The evidence is of another kind or form than expected.",
        cause: "A notification was verified as a transaction, or a JWS as the JSON body around it, or the reverse.",
        remedy: "Use the method for its kind, or the one that verifies any evidence, `verify(evidence:at:)`.",
        support: .ours)

    static let payloadRealtimeRequest = ErrorCode(
        "payload.realtimeRequest", class: .unsupported,
        "The payload is a realtime request of Retention Messaging, which isn't evidence of a purchase.",
        cause: "The request's signedPayload was verified as a notification.",
        remedy: "A server verifies it with `verify(realtimeRequest:at:)`; `receipt inspect` shows its contents.",
        support: .ours)

    static let payloadMissing = ErrorCode(
        "payload.missing", class: .unsupported,
        "A required member of the signed payload is missing or null.",
        cause: """
            Apple signed the payload between October 2021 and mid-2022, without `environment` or a notification's `signedDate`, or, \
            rarely, without `bundleId`.
            """,
        remedy: """
            If anything but `bundleId` is missing, fetch the transaction again from the App Store Server API, which signs it \
            again.
            """,
        support: .ours)

    static let payloadMalformed = ErrorCode(
        "payload.malformed", class: .unsupported,
        "A member of the signed payload doesn't have the required type or range.",
        cause: "Apple's answer had an empty `bundleId`, which is rare, or a test wrote the member.",
        remedy: """
            If anything but `bundleId` is malformed, fetch the transaction again from the App Store Server API, which signs it \
            again.
            """,
        support: .ours)
}
