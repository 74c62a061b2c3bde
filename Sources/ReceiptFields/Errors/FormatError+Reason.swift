extension FormatError {
    package enum Reason: Hashable, Sendable {
        // Input that isn't evidence.

        case emptyInput
        /// The bytes are neither a receipt nor a signed transaction.
        case notReceipt(looksLike: InputKind)
        /// Hexadecimal digits, the form in which debuggers and databases print bytes.
        case hexadecimal
        /// Text in UTF-16, which is never evidence: base64, JWS and JSON are in UTF-8.
        case utf16
        /// Text in quotation marks that isn't a JSON string with evidence in it, or that was quoted twice.
        case quoted
        /// Text in curly quotation marks, which word processors insert.
        case curlyQuotes
        /// Text that is JSON except for its quotation marks.
        case almostJSON(QuotationMarks)
        /// The description of `Data`, which omits bytes.
        case dataDescription
        /// The content that a signature covers, without the signature.
        case contentAlone(BareContent)
        /// The JSON of a payload, or base64 of it, without the JWS that signs it. This is StoreKit 2's `jsonRepresentation`, or a
        /// notification that a program decoded.
        case decoded(PayloadKind)
        /// An iOS 6 transaction receipt: a property list, not PKCS#7.
        case transactionReceipt
        /// A StoreKit 2 signed transaction (JSON Web Signature), not an app receipt.
        case jsonWebSignature
        /// The text isn't base64 in the standard alphabet and canonical form (RFC 4648 section 4).
        case invalidBase64(Base64Fault)

        // Limits.

        /// The input exceeds one of ``ReceiptLimits``. Thrown before the excess is read, or memory is allocated for it.
        case limitExceeded(Limit, allowed: Int)

        // DER (X.690).

        /// An element states a length greater than the rest of the element that contains it.
        case truncated(needed: Int, available: Int)
        /// An element whose tag isn't the tag that the format requires at this position. Both values are identifier bytes (X.690 section
        /// 8.1.2).
        case unexpectedTag(expected: UInt8, found: UInt8)
        /// An identifier byte that receipts never have: end-of-contents out of place ([UNIVERSAL 0], which is reserved for
        /// it), or a tag number above 30.
        case invalidTag(UInt8)
        /// A length that isn't in the form that DER prescribes, or that is indefinite outside the envelope.
        case invalidLength(LengthFault)
        /// Bytes remain after the last element that the format allows, inside an element or after the receipt.
        case trailingBytes(Int)
        /// An INTEGER that is empty, padded, or longer than eight bytes.
        case invalidInteger
        /// A value that its ASN.1 type doesn't allow: an OBJECT IDENTIFIER that is empty, truncated, longer than 64 bytes or has an arc of
        /// 2^63 or more, or an empty BIT STRING.
        case invalidValue

        // The container (RFC 5652 and PKCS#7).

        /// The outer content type isn't signedData (1.2.840.113549.1.7.2), or the inner one isn't data (1.2.840.113549.1.7.1).
        case unsupportedContentType(String)
        /// SignedData or SignerInfo of a version other than 1.
        case unsupportedVersion(Int64)
        /// The container doesn't contain the content (a detached signature).
        case missingContent
        /// No SignerInfo: the container isn't signed.
        case missingSigner
        case severalSigners
        /// Signed attributes, which App Store receipts never have. An attacker could present a signed payload as attributes.
        case signedAttributes
        /// Unsigned attributes, which App Store receipts never have. Anyone could add them.
        case unsignedAttributes
        /// Revocation lists (`crls`), which App Store receipts never have. Anyone could add them.
        case crls
        /// Something other than an X.509 certificate among the certificates (CertificateChoices, RFC 5652 section 10.2.2).
        case certificateChoice
        /// The signer info identifies the signer by subject key identifier instead of issuer and serial number.
        case unsupportedSignerIdentifier
        /// `digestAlgorithms` isn't exactly the one algorithm that the signer used.
        case digestAlgorithms

        // Attributes.

        /// A required attribute is absent: 0, 2, 3, 4, 5 or 12, or in a purchase 1701 to 1704.
        case missingAttribute
        /// An attribute that must have only one value is repeated, even if the values are equal. For attributes that Apple doesn't
        /// document, this is a diagnostic instead of an error.
        case repeatedAttribute
        /// A required attribute contains an empty string. In other attributes, an empty string means that there is no value.
        case emptyAttribute
        /// A string with bytes that its type doesn't allow: invalid UTF-8, control characters, or in an IA5String anything but ASCII. The
        /// associated value contains at most 64 bytes of it.
        case invalidString([UInt8])
        /// Not a date in the form of receipts: `YYYY-MM-DDThh:mm:ss`, an optional fraction, then `Z`, `±hhmm` or `±hh:mm`. The day must
        /// exist, in the years 2008 to 4001, and the date has at most 40 bytes. The associated value contains at most 64 bytes of it.
        case invalidDate([UInt8])
        /// A number that the attribute can't have: it is negative, a quantity of 0, above 2^31 - 1 where a small number is expected, or
        /// neither 0 nor 1 in a flag.
        case numberOutOfRange(Int64)
        /// A value whose size differs from the fixed size of its attribute, in bytes: the device hash has 20.
        case wrongSize(expected: Int, found: Int)

        // StoreKit 2 (RFC 7515, RFC 8259).

        /// A JWS that doesn't have the form of the App Store's.
        case jws(JWSFault)
        /// Not JSON (RFC 8259). The associated value states what was expected at the offset.
        case invalidJSON(expected: String)
        /// JSON in which a member has a value of another type than in evidence. The associated values state what was expected and what was
        /// found; the path names the member.
        case jsonShape(expected: String, found: String)
        /// A member whose name occurs twice in one object: other parsers might use the other one. The associated value contains at most 64
        /// bytes of the name.
        case repeatedMember([UInt8])
        /// A required member is absent, or null.
        case missingMember
        /// A member has a value of the wrong type, or one that is out of range.
        case malformedMember
        /// A payload of another kind than requested. A realtime request isn't evidence of a purchase: ReceiptKit's
        /// `verify(realtimeRequest:at:)` verifies it.
        case otherPayload(found: PayloadKind)

        /// Evidence in another form than requested: a JWS by itself, a receipt, or another JSON body.
        case otherForm(EvidenceForm)
        /// A JSON body without any evidence. `isEmptyPage` is true if it is an empty list of Apple's, such as the last page of a
        /// transaction history (`"signedTransactions": []`). Ignore such a page if you merge it with other evidence.
        case noEvidence(isEmptyPage: Bool)
        /// JSON with evidence in a member that Apple doesn't use. `shape` is set if a value elsewhere also had an unexpected type; it
        /// states what was expected and what was found there.
        case evidenceElsewhere(EvidencePlace, shape: Shape?)
        /// JSON without evidence, of a known kind.
        case otherJSON(OtherJSON)

        // Transaction receipts of iOS 6.

        /// Not a property list in the form of iOS 6 transaction receipts. The associated value states what was expected at the offset.
        case invalidPropertyList(expected: String)
        /// A key that occurs twice in one property list. The associated value contains at most 64 bytes of it.
        case repeatedKey([UInt8])
        /// A signature of a version other than 2, 3 or 4.
        case transactionReceiptVersion(UInt8)
    }
}

extension FormatError.Reason {
    /// The code, and a sentence that states what was found and what was expected.
    var words: (code: ErrorCode, text: String) {
        switch self {
        case .emptyInput: (.inputEmpty, "The input is empty.")
        case .notReceipt(let kind):
            (
                kind.remedy.map { .inputNotReceipt.because(remedy: $0, support: kind.support) } ?? .inputNotReceipt,
                "The input is neither a receipt nor a signed transaction; it looks like \(kind.rawValue)."
            )
        case .curlyQuotes:
            (
                .inputQuoted.because(remedy: "Send the text without the quotation marks, and turn smart quotes off."),
                "The input is text in curly quotation marks, as word processors and chats write them."
            )
        case .almostJSON(let marks):
            (
                .jsonSyntax.because(remedy: marks.remedy, support: .ours),
                "Not JSON: \(marks.rawValue)"
            )
        case .dataDescription:
            (
                .inputHex.because(
                    remedy: "Send `base64EncodedString()` of the Data; its description leaves bytes out."),
                "The input is the description of Data, not its bytes."
            )
        case .contentAlone(let content):
            (
                .inputDecoded.because(remedy: content.remedy),
                "The input is \(content.rawValue), without the signature that came with it."
            )
        case .hexadecimal: (.inputHex, "The input is hexadecimal digits, not bytes.")
        case .utf16: (.inputUtf16, "The input is text in UTF-16, not in UTF-8.")
        case .quoted:
            (.inputQuoted, "The input is text in quotation marks, not a JSON string that contains evidence.")
        case .decoded(let kind):
            (
                .inputDecoded,
                "The input is \(kind.decodedWords) that was decoded; only the JWS that it came in is signed."
            )
        case .transactionReceipt:
            (
                .inputTransactionReceipt,
                "The input is an iOS 6 style transaction receipt (a property list), not an app receipt (PKCS#7)."
            )
        case .jsonWebSignature:
            (.inputJws, "The input is a JWS, as StoreKit 2 sends them, where an app receipt (PKCS#7) was expected.")
        case .invalidBase64(.character(let byte)):
            (
                .inputBase64,
                "Not base64: character \(SafeText.quoted([byte]))"
                    + (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? " of the URL alphabet" : "")
            )
        case .invalidBase64(.brokenJWS):
            (
                .inputBase64.because(remedy: "Send the JWS on one line, with nothing between its characters."),
                "The JWS is broken by a space or a line break"
            )
        case .invalidBase64(.padding): (.inputBase64, "Not base64: wrong padding")
        case .invalidBase64(.trailingBits): (.inputBase64, "Not canonical base64: unused bits are set")
        case .invalidBase64(.spaces):
            (.inputBase64, "Not base64: there are spaces inside, as where form encoding turned each + into a space")
        case .limitExceeded(let limit, let allowed):
            (limit.words.code, "Over the limit: \(limit.words.meaning) (limit \(allowed))")
        case .truncated(let needed, let available):
            (.derTruncated, "Truncated: \(needed) bytes announced, \(available) left")
        case .unexpectedTag(let expected, let found):
            (.derTag, "Expected ASN.1 tag \(SafeText.hex(expected)), found \(SafeText.hex(found))")
        case .invalidTag(let found): (.derTag, "ASN.1 tag \(SafeText.hex(found)) has no place in a receipt")
        case .invalidLength(let fault): (.derLength, "An ASN.1 length is \(fault.rawValue)")
        case .trailingBytes(let count): (.derTrailing, "\(count) bytes left over")
        case .invalidInteger: (.derInteger, "An INTEGER is empty, padded or longer than 8 bytes")
        case .invalidValue: (.derValue, "The value is not allowed by its ASN.1 type")
        case .unsupportedContentType(let type): (.containerContentType, "Unsupported content type \(type)")
        case .unsupportedVersion(let version): (.containerVersion, "Unsupported version \(version), expected 1")
        case .missingContent: (.containerNoContent, "The container holds no content (detached signature)")
        case .missingSigner: (.containerNoSigner, "There is no signer (SignerInfo)")
        case .severalSigners: (.containerSeveralSigners, "More than one SignerInfo, expected exactly one")
        case .signedAttributes:
            (.containerSignedAttributes, "The signer has signed attributes, which App Store receipts never have")
        case .unsignedAttributes:
            (.containerUnsignedAttributes, "The signer has unsigned attributes, which App Store receipts never have")
        case .crls: (.containerCrls, "The container has revocation lists, which App Store receipts never have")
        case .certificateChoice:
            (.containerCertificateChoice, "The certificate set contains something other than an X.509 certificate")
        case .unsupportedSignerIdentifier:
            (.containerSignerIdentifier, "The signer is not named by issuer and serial number")
        case .digestAlgorithms:
            (.containerDigestAlgorithms, "digestAlgorithms is not exactly the signer's digest algorithm")
        case .missingAttribute: (.attributeMissing, "A required attribute is missing")
        case .repeatedAttribute: (.attributeRepeated, "The attribute occurs twice")
        case .emptyAttribute: (.attributeEmpty, "A required value is empty")
        case .invalidString(let bytes): (.attributeString, "Invalid text \(SafeText.quoted(bytes))")
        case .invalidDate(let bytes): (.attributeDate, "Not a date: \(SafeText.quoted(bytes))")
        case .numberOutOfRange(let number): (.attributeNumber, "The number \(number) is out of range")
        case .wrongSize(let expected, let found):
            (.attributeValue, "The value has \(found) bytes, expected \(expected)")
        case .jws(let fault): fault.words
        case .invalidJSON(let expected): (.jsonSyntax, "Not JSON: expected \(expected)")
        case .jsonShape(let expected, let found): (.jsonShape, "Expected \(expected), found \(found)")
        case .repeatedMember(let name): (.jsonRepeatedMember, "The member \(SafeText.quoted(name)) occurs twice")
        case .missingMember: (.payloadMissing, "A required member is missing")
        case .malformedMember: (.payloadMalformed, "Malformed")
        case .otherPayload(found: .realtimeRequest):
            (
                .payloadRealtimeRequest,
                "This is a realtime request, which isn't evidence of a purchase: verify(realtimeRequest:at:) verifies it"
            )
        case .otherPayload(let found):
            (
                .payloadKind,
                "The payload is \(found == .unknown ? "of an unknown kind" : "of kind \(found.rawValue)"), not what was asked for"
            )
        case .otherForm(let form): (.payloadKind, form.rawValue)
        case .evidenceElsewhere(let place, let shape): place.words(shape)
        case .otherJSON(let json): json.words
        case .noEvidence(isEmptyPage: true): (.evidenceEmpty, "The JSON body is an empty list; it has no evidence")
        case .noEvidence(isEmptyPage: false): (.evidenceEmpty, "The JSON body has no member that holds evidence")
        case .invalidPropertyList(let expected):
            (.propertyListSyntax, "Not the property list of an iOS 6 transaction receipt: expected \(expected)")
        case .repeatedKey(let key): (.propertyListRepeatedKey, "The key \(SafeText.quoted(key)) occurs twice")
        case .transactionReceiptVersion(let version):
            (.transactionReceiptVersion, "The signature has version \(version), expected 2, 3 or 4")
        }
    }
}

extension FormatError {
    /// The kind of input that bytes look like if they aren't a receipt.
    package enum InputKind: String, Hashable, Sendable {
        /// A JSON object or array.
        case json = "JSON"
        /// An HTML or XML page, for instance from a proxy or a failing server.
        case markup = "HTML or XML"
        /// PEM armor around anything but PKCS#7.
        case pem = "PEM"
        /// A PDF, such as an invoice from Apple.
        case pdf = "a PDF"
        /// A picture, such as a photograph of the screen.
        case picture = "a picture"
        case zip = "a ZIP archive"
        case gzip = "gzip data"
        /// The body of an HTML form that contains files.
        case multipart = "a multipart form"
        /// Only digits.
        case transactionIdentifier = "a transaction identifier"
        /// A token that StoreKit's `ExternalPurchase` gives an app. It isn't signed.
        case externalPurchaseToken = "an external purchase token"
        /// An email with its header, such as an invoice from Apple.
        case mail = "an e-mail"
        /// The name of an HTML form's field before evidence, such as `receipt=MII…`.
        case form = "a field of a form"
        /// Base64 text where bytes were expected.
        case base64 = "base64 text"
        /// None of these.
        case unknown = "unknown bytes"

        /// The remedy for this kind of input, if there is a specific one.
        var remedy: String? {
            switch self {
            case .gzip: "Decompress it first. A server must decode Content-Encoding before it passes on a body."
            case .multipart: "Send the file or the field itself, not the form around it."
            case .form: "Send only the field's value, after decoding its percent signs."
            case .transactionIdentifier:
                """
                An identifier proves nothing: send the JWS or the receipt, or ask the App Store Server API for the transaction, \
                and send what it returns.
                """
            case .externalPurchaseToken:
                """
                Report the token to Apple's External Purchase Server API. It isn't signed, and shows no purchase in the App Store.
                """
            default: nil
            }
        }

        var support: ErrorCode.Support? { remedy == nil ? nil : .ours }
    }

    /// Evidence in another form than requested: what it is, and what was expected.
    package enum EvidenceForm: String, Hashable, Sendable {
        case otherBody = "The JSON body isn't a notification's, which has its JWS in signedPayload"
        case jws = "The input is a JWS by itself, where a notification's JSON body with its signedPayload was expected"
        case receipt = "The input is a receipt, where a notification's JSON body was expected"
        case body = "The input is a JSON body, where the JWS in it was expected"
    }

    /// The fault of a length (X.690 sections 8.1.3 and 10.1).
    package enum LengthFault: String, Hashable, Sendable {
        /// More bytes than the shortest form needs.
        case notMinimal = "not in the shortest form"
        /// An indefinite length where the format requires a definite one.
        case indefinite = "indefinite"
        /// More than four bytes, or a reserved form.
        case tooLarge = "too large"
        /// Not a length but a UTF-8 character: a program decoded the bytes as text and encoded that text again.
        case encodedAgain = "a character: the bytes look like text that was decoded and encoded again"
    }

    package enum Base64Fault: Hashable, Sendable {
        /// A character outside the standard alphabet, for instance one of the URL alphabet.
        case character(UInt8)
        /// Padding is missing, too long, or not at the end.
        case padding
        /// The unused bits after the last byte aren't zero, so the same bytes would have two spellings.
        case trailingBits
        /// There are spaces inside, and without them the text isn't a receipt: form decoding turns each `+` into a space.
        case spaces
        /// White space inside a JWS, which can't contain any.
        case brokenJWS
    }
}
