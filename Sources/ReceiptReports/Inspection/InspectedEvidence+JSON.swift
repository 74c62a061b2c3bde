package import ReceiptFields

extension InspectedEvidence {
    /// Returns the JSON of `receipt inspect`, one object on one line. It begins with the verdict `unverified`, because
    /// anyone may have written the contents.
    ///
    /// - Parameters:
    ///   - limit: The approximate maximum size of the JSON in bytes. The JSON can be many times as long as the evidence.
    ///   - pieces: The maximum number of pieces of evidence in a JSON body.
    /// - Returns: The JSON, or nil if it would exceed a limit.
    public func json(limit: Int, pieces: Int = .max) -> [UInt8]? {
        if case .body(let body) = contents, body.count > pieces { return nil }
        var json = JSONWriter()
        do {
            try json.object { json in
                json.member("verdict", "unverified")
                try json.inspected(self) { json in if json.bytes.count > limit { throw TooLong() } }
            }
        } catch { return nil }
        return json.bytes.count > limit ? nil : json.bytes
    }

    private struct TooLong: Error {}
}

/// Writes the JSON of `inspect`. Calls `drain` repeatedly, which may remove the bytes written so far from the writer.
extension JSONWriter {
    package typealias Drain = (inout JSONWriter) throws -> Void

    package mutating func inspected(_ evidence: InspectedEvidence, hint: String? = nil, _ drain: Drain) throws {
        switch evidence.contents {
        case .receipt(let receipt): try inspected(receipt, hint, drain)
        case .jws(let jws): try inspected(jws, hint, drain)
        case .transactionReceipt(let receipt): inspected(receipt, hint)
        case .body(let body):
            member("kind", "body")
            malformed(body.error, hint)
            try nested(body.evidence, drain)
        }
    }

    /// The evidence in a JSON body or in a notification.
    private mutating func nested(_ members: some Sequence<InspectedEvidence.Member>, _ drain: Drain) throws {
        name("evidence")
        try array(members) { json, nested in
            try json.object { json in
                json.member("member", nested.member)
                try json.inspected(nested.evidence, drain)
            }
            try drain(&json)
        }
    }

    private mutating func inspected(_ inspection: InspectedReceipt, _ hint: String?, _ drain: Drain) throws {
        if inspection.hasContents { member("kind", "appReceipt") }
        if let receipt = inspection.receipt {
            name("receipt")
            try object { json in
                receipt.writeMembersBeforePurchases(to: &json)
                json.name("purchases")
                try json.array(receipt.purchases) { json, purchase in
                    json.object(purchase)
                    try drain(&json)
                }
                receipt.writeMembersBehindPurchases(to: &json)
            }
        }
        malformed(inspection.error, hint)
        name("attributes")
        try array { json in
            try inspection.forEachAttribute { try json.attribute($0, drain) }
        }
        list("certificates", CertificateSummary.all(inspection.certificates))
    }

    private mutating func inspected(_ jws: InspectedJWS, _ hint: String?, _ drain: Drain) throws {
        member("kind", jws.kind.rawValue)
        if let fields = jws.fields?.decoded { member(fields) }
        malformed(jws.error, hint)
        member("header", raw: jws.headerJSON.map(JSONWriter.printable))
        member("claims", raw: jws.claimsJSON.map(JSONWriter.printable))
        member("signature", jws.signature.map { SafeText.hex($0) })
        list("certificates", CertificateSummary.all(jws.certificates))
        guard jws.kind == .notification else { return }
        try drain(&self)
        try nested(jws.evidence, drain)
    }

    private mutating func member<Payload: DecodedPayload>(_ fields: Payload) {
        name(escaping: Payload.kind.rawValue)
        object(fields.withoutNestedTexts)
    }

    private mutating func inspected(_ receipt: InspectedTransactionReceipt, _ hint: String?) {
        member("kind", "transactionReceipt")
        if let fields = receipt.fields { member("transactionReceipt", fields) }
        // Like the verifier, treat a receipt without an environment as one from production.
        if receipt.size > 0 { member("claimedEnvironment", (receipt.claimedEnvironment ?? .production).rawValue) }
        malformed(receipt.error, hint)
        member("signatureVersion", receipt.version)
        member("signature", receipt.signature.map { SafeText.hex($0) })
        list("certificates", CertificateSummary.all(receipt.certificate.map { [$0] } ?? []))
        member("purchaseInfo", raw: Self.object(receipt.purchaseInfo))
        member("unsigned", raw: Self.object(receipt.unsignedMembers))
    }

    private mutating func malformed(_ error: FormatError?, _ hint: String?) {
        guard let error else { return }
        self.error(error, hint: hint)
    }

    private static func object(_ members: [TransactionReceiptPayload.Member]) -> String {
        "{" + members.map { "\"\(escaped($0.key))\":\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private mutating func attribute(_ inspected: InspectedAttribute, _ drain: Drain) throws {
        // Both are computed properties; look each up once.
        let (attribute, value) = (inspected.attribute, inspected.value)
        try object { json in
            json.member("type", raw: String(attribute.type.rawValue))
            json.member("version", attribute.version)
            json.member("name", inspected.member)
            json.member("meaning", inspected.meaning)
            json.member("offset", attribute.offset)
            switch value {
            case .text(let text): json.member("value", text)
            case .number(let number): json.member("value", String(number))
            case .bytes:
                json.name("value")
                try json.hex(attribute.value, drain)
            default: break
            }
            json.name("hex")
            try json.hex(attribute.value, drain)
            guard case .purchase = value else { return }
            json.name("attributes")
            try json.array { json in
                try inspected.forEachAttribute { try json.attribute($0, drain) }
            }
        }
        try drain(&self)
    }
}
