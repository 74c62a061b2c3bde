/// The table of codes.
extension FormatError.Reason {
    /// The stable code, and what was found and expected.
    var words: (code: String, text: String) {
        switch self {
        case .emptyInput: ("input.empty", "The input is empty.")
        case .notReceipt(let kind):
            (
                "input.notReceipt",
                "The input is neither a receipt nor a signed transaction; it looks like \(kind.rawValue)."
            )
        case .hexadecimal: ("input.hex", "The input is hexadecimal digits, and not the bytes that they stand for.")
        case .utf16: ("input.utf16", "The input is text in UTF-16, and not in UTF-8.")
        case .quoted:
            ("input.quoted", "The input is text in quotation marks, and not one JSON string with evidence in it.")
        case .decoded(let kind):
            (
                "input.decoded",
                "The input is \(kind.decodedWords) that was decoded; only the JWS that it came in is signed."
            )
        case .transactionReceipt:
            (
                "input.transactionReceipt",
                "The input is an iOS 6 style transaction receipt (a property list), not an app receipt (PKCS#7)."
            )
        case .jsonWebSignature:
            ("input.jws", "The input is a JWS, as StoreKit 2 sends them, where an app receipt (PKCS#7) was expected.")
        case .invalidBase64(.character(let byte)):
            (
                "input.base64",
                "Not base64: character \(Escaped.text([byte]))"
                    + (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? " of the URL alphabet" : "")
            )
        case .invalidBase64(.padding): ("input.base64", "Not base64: wrong padding")
        case .invalidBase64(.trailingBits): ("input.base64", "Not canonical base64: unused bits are set")
        case .invalidBase64(.spaces):
            ("input.base64", "Not base64: there are spaces inside, as where form encoding turned each + into a space")
        case .limitExceeded(let limit, let allowed):
            ("limit.\(limit.rawValue)", "Over the limit: \(limit.meaning) (limit \(allowed))")
        case .truncated(let needed, let available):
            ("der.truncated", "Truncated: \(needed) bytes announced, \(available) left")
        case .unexpectedTag(let expected, let found):
            ("der.tag", "Expected ASN.1 tag \(Escaped.hex(expected)), found \(Escaped.hex(found))")
        case .invalidTag(let found): ("der.tag", "ASN.1 tag \(Escaped.hex(found)) has no place in a receipt")
        case .invalidLength(let fault): ("der.length", "An ASN.1 length is \(fault.rawValue)")
        case .trailingBytes(let count): ("der.trailing", "\(count) bytes left over")
        case .invalidInteger: ("der.integer", "An INTEGER is empty, padded or longer than 8 bytes")
        case .invalidValue: ("der.value", "The value is not allowed by its ASN.1 type")
        case .unsupportedContentType(let type): ("container.contentType", "Unsupported content type \(type)")
        case .unsupportedVersion(let version): ("container.version", "Unsupported version \(version), expected 1")
        case .missingContent: ("container.noContent", "The container holds no content (detached signature)")
        case .missingSigner: ("container.noSigner", "There is no signer (SignerInfo)")
        case .severalSigners: ("container.severalSigners", "More than one SignerInfo, expected exactly one")
        case .signedAttributes:
            ("container.signedAttributes", "The signer has signed attributes, which App Store receipts never have")
        case .unsignedAttributes:
            ("container.unsignedAttributes", "The signer has unsigned attributes, which App Store receipts never have")
        case .crls: ("container.crls", "The container has revocation lists, which App Store receipts never have")
        case .certificateChoice:
            ("container.certificateChoice", "Among the certificates is something that is not an X.509 certificate")
        case .unsupportedSignerIdentifier:
            ("container.signerIdentifier", "The signer is not named by issuer and serial number")
        case .digestAlgorithms:
            ("container.digestAlgorithms", "digestAlgorithms is not exactly the signer's digest algorithm")
        case .missingAttribute: ("attribute.missing", "A required attribute is missing")
        case .repeatedAttribute: ("attribute.repeated", "The attribute comes twice")
        case .emptyAttribute: ("attribute.empty", "A required value is empty")
        case .invalidString(let bytes): ("attribute.string", "Invalid text \(Escaped.text(bytes))")
        case .invalidDate(let bytes): ("attribute.date", "Not a date: \(Escaped.text(bytes))")
        case .numberOutOfRange(let number): ("attribute.number", "The number \(number) is out of range")
        case .wrongSize(let expected, let found):
            ("attribute.value", "The value has \(found) bytes, expected \(expected)")
        case .jws(let fault): fault.words
        case .invalidJSON(let expected): ("json.syntax", "Not JSON: expected \(expected)")
        case .jsonShape(let expected, let found): ("json.shape", "Expected \(expected), found \(found)")
        case .repeatedMember(let name): ("json.repeatedMember", "The member \(Escaped.text(name)) comes twice")
        case .missingMember: ("payload.missing", "A required member is missing")
        case .malformedMember: ("payload.malformed", "Malformed")
        case .otherPayload(found: .realtimeRequest):
            (
                "payload.realtimeRequest",
                "This is a realtime request, which is evidence of no purchase: verify(realtimeRequest:at:) verifies it"
            )
        case .otherPayload(let found):
            (
                "payload.kind",
                "The payload is \(found == .unknown ? "of an unknown kind" : "of kind \(found.rawValue)"), not what was asked for"
            )
        case .noEvidence(isEmptyPage: true): ("evidence.empty", "The JSON body is an empty list; it has no evidence")
        case .noEvidence(isEmptyPage: false): ("evidence.empty", "The JSON body has no member that holds evidence")
        case .unknownMember(let name, let known):
            (
                "request.unknownMember",
                "Unknown member \(Escaped.text(name)) (known: \(known.joined(separator: ", ")))"
            )
        case .invalidMember(let expected): ("request.invalidMember", "Expected \(expected)")
        case .invalidPropertyList(let expected):
            ("propertyList.syntax", "Not the property list of an iOS 6 transaction receipt: expected \(expected)")
        case .repeatedKey(let key): ("propertyList.repeatedKey", "The key \(Escaped.text(key)) comes twice")
        case .transactionReceiptVersion(let version):
            ("transactionReceipt.version", "The signature has version \(version), expected 2, 3 or 4")
        }
    }
}
