public import ReceiptEssentials

extension FormatError {
    /// A stable name for this kind of error, such as `attribute.missing`: for logs, metrics and programs that read them.
    public var code: String { reason.code }
}

extension FormatError.Reason {
    fileprivate var code: String {
        switch self {
        case .emptyInput: "input.empty"
        case .notReceipt: "input.notReceipt"
        case .transactionReceipt: "input.transactionReceipt"
        case .jsonWebSignature: "input.jws"
        case .invalidBase64: "input.base64"
        case .limitExceeded(let limit, _): "limit.\(limit.rawValue)"
        case .truncated: "der.truncated"
        case .unexpectedTag, .invalidTag: "der.tag"
        case .invalidLength: "der.length"
        case .trailingBytes: "der.trailing"
        case .invalidInteger: "der.integer"
        case .invalidValue: "der.value"
        case .unsupportedContentType: "container.contentType"
        case .unsupportedVersion: "container.version"
        case .missingContent: "container.noContent"
        case .missingSigner: "container.noSigner"
        case .severalSigners: "container.severalSigners"
        case .signedAttributes: "container.signedAttributes"
        case .unsignedAttributes: "container.unsignedAttributes"
        case .crls: "container.crls"
        case .certificateChoice: "container.certificateChoice"
        case .unsupportedSignerIdentifier: "container.signerIdentifier"
        case .digestAlgorithms: "container.digestAlgorithms"
        case .missingAttribute: "attribute.missing"
        case .repeatedAttribute: "attribute.repeated"
        case .emptyAttribute: "attribute.empty"
        case .invalidString: "attribute.string"
        case .invalidDate: "attribute.date"
        case .numberOutOfRange: "attribute.number"
        case .wrongSize: "attribute.value"
        case .jwsParts: "jws.format"
        case .invalidJSON: "json.syntax"
        case .repeatedMember: "json.repeatedMember"
        case .jwsAlgorithm: "jws.algorithm"
        case .jwsHeaderMember: "jws.header"
        case .jwsCertificates: "jws.certificates"
        case .jwsSignature: "jws.signature"
        case .missingMember: "payload.missing"
        case .malformedMember: "payload.malformed"
        case .otherPayload(found: .realtimeRequest): "payload.realtimeRequest"
        case .otherPayload: "payload.kind"
        case .noEvidence: "evidence.empty"
        case .invalidPropertyList: "propertyList.syntax"
        case .repeatedKey: "propertyList.repeatedKey"
        case .transactionReceiptVersion: "transactionReceipt.version"
        }
    }
}

extension FormatError: CustomStringConvertible {
    /// One line: what was found, what was expected, where. Text that came from the receipt is escaped.
    public var description: String {
        let place = path == .container ? "at byte \(offset)" : "in \(path), at byte \(offset)"
        switch reason {
        case .emptyInput, .notReceipt, .transactionReceipt, .jsonWebSignature, .otherPayload, .noEvidence:
            return reason.description
        default: return "\(reason) \(place)"
        }
    }
}

extension FormatError: LocalizedError {
    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}

extension FormatError.Reason: CustomStringConvertible {
    /// One line: what was found and what was expected.
    public var description: String {
        switch self {
        case .emptyInput: "The input is empty."
        case .notReceipt(let kind): "The input is not a PKCS#7 container; it looks like \(kind.rawValue)."
        case .transactionReceipt:
            "The input is an iOS 6 style transaction receipt (a property list), not an app receipt (PKCS#7)."
        case .jsonWebSignature: "The input is a StoreKit 2 signed transaction (JWS), not an app receipt (PKCS#7)."
        case .invalidBase64(.character(let byte)):
            "Not base64: character \(Escaped.byte(byte))"
                + (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? " of the URL alphabet" : "")
        case .invalidBase64(.padding): "Not base64: wrong padding"
        case .invalidBase64(.trailingBits): "Not canonical base64: unused bits are set"
        case .limitExceeded(let limit, let allowed): "Over the limit: \(limit.meaning) (limit \(allowed))"
        case .truncated(let needed, let available): "Truncated: \(needed) bytes announced, \(available) left"
        case .unexpectedTag(let expected, let found):
            "Expected ASN.1 tag \(Escaped.hex(expected)), found \(Escaped.hex(found))"
        case .invalidTag(let found): "ASN.1 tag \(Escaped.hex(found)) has no place in a receipt"
        case .invalidLength(let fault): "An ASN.1 length is \(fault.rawValue)"
        case .trailingBytes(let count): "\(count) bytes left over"
        case .invalidInteger: "An INTEGER is empty, padded or longer than 8 octets"
        case .invalidValue: "A value that its ASN.1 type does not allow"
        case .unsupportedContentType(let type): "Unsupported content type \(type)"
        case .unsupportedVersion(let version): "Unsupported version \(version), expected 1"
        case .missingContent: "The container holds no content (detached signature)"
        case .missingSigner: "Nobody signed this: there is no SignerInfo"
        case .severalSigners: "More than one SignerInfo, expected exactly one"
        case .signedAttributes: "The signer has signed attributes, which App Store receipts never have"
        case .unsignedAttributes: "The signer has unsigned attributes, which App Store receipts never have"
        case .crls: "The container has revocation lists, which App Store receipts never have"
        case .certificateChoice: "Among the certificates is something that is not an X.509 certificate"
        case .unsupportedSignerIdentifier: "The signer is not named by issuer and serial number"
        case .digestAlgorithms: "digestAlgorithms is not exactly the signer's digest algorithm"
        case .missingAttribute: "A required attribute is missing"
        case .repeatedAttribute: "The attribute comes twice"
        case .emptyAttribute: "A required value is empty"
        case .invalidString(let bytes): "Invalid text \(Escaped.text(bytes))"
        case .invalidDate(let bytes): "Not a date: \(Escaped.text(bytes))"
        case .numberOutOfRange(let number): "The number \(number) is out of range"
        case .wrongSize(let expected, let found): "\(found) octets, expected \(expected)"
        case .jwsParts(let count): "A JWS has three parts with points between them, this text \(count)"
        case .invalidJSON(let expected): "Not JSON: expected \(expected)"
        case .repeatedMember(let name): "The member \(Escaped.text(name)) comes twice"
        case .jwsAlgorithm(let found?): "Algorithm \(Escaped.text(found)), expected ES256"
        case .jwsAlgorithm(nil): "No algorithm, expected ES256"
        case .jwsHeaderMember(let name): "The header member \(name) is not accepted"
        case .jwsCertificates: "The header's x5c is not the list of certificates that the App Store sends"
        case .jwsSignature(let count): "A signature of \(count) octets, expected 64"
        case .missingMember: "A required member is missing"
        case .malformedMember: "Malformed"
        case .otherPayload(found: .realtimeRequest):
            "This is a realtime request, which is evidence of no purchase: verify(realtimeRequest:at:) verifies it"
        case .otherPayload(let found):
            "The payload is \(found == .unknown ? "of an unknown kind" : "of kind \(found.rawValue)"), not what was asked for"
        case .noEvidence(isEmptyPage: true): "The JSON body is an empty list; it has no evidence"
        case .noEvidence(isEmptyPage: false): "The JSON body has no member that holds evidence"
        case .invalidPropertyList(let expected): "Not a transaction receipt's property list: expected \(expected)"
        case .repeatedKey(let key): "The key \(Escaped.text(key)) comes twice"
        case .transactionReceiptVersion(let version): "Signature of version \(version), expected 2, 3 or 4"
        }
    }
}
