import ReceiptFields
import ReceiptInspection

/// What `inspect` says of evidence, as JSON. It is handed out in pieces: `drain` may do so wherever it is asked.
extension JSONWriter {
    typealias Drain = (inout JSONWriter) throws -> Void

    mutating func inspected(_ evidence: InspectedEvidence, _ drain: Drain) throws {
        switch evidence {
        case .receipt(let receipt): try inspected(receipt, drain)
        case .token(let token): try inspected(token, drain)
        case .transactionReceipt(let receipt): inspected(receipt)
        case .body(let body):
            member("kind", "body")
            if let error = body.error { self.error(code: error.code, message: error.description) }
            name("evidence")
            try array { json in
                try body.forEachEvidence { member, evidence in
                    try json.object { json in
                        json.member("member", member)
                        try json.inspected(evidence, drain)
                    }
                    try drain(&json)
                }
            }
        }
    }

    private mutating func inspected(_ inspection: InspectedReceipt, _ drain: Drain) throws {
        if InspectionText.hasContents(inspection) { member("kind", "appReceipt") }
        if let receipt = inspection.receipt {
            name("receipt")
            try self.receipt(receipt, drain: drain)
        }
        if let error = inspection.error { self.error(code: error.code, message: error.description) }
        name("attributes")
        try array { json in
            try inspection.forEachAttribute { try json.attribute($0, drain) }
        }
        list("certificates", CertificateSummary.all(inspection.certificates))
    }

    private mutating func inspected(_ token: InspectedToken, _ drain: Drain) throws {
        member("kind", token.kind.rawValue)
        switch token.fields {
        case .transaction(let fields)?: member("transaction", fields)
        case .renewalInfo(let fields)?: member("renewalInfo", fields)
        case .appTransaction(let fields)?: member("appTransaction", fields)
        case .notification(let fields)?: member("notification", fields)
        case nil: break
        }
        if let error = token.error { self.error(code: error.code, message: error.description) }
        member("header", raw: token.headerJSON.map(JSONWriter.printable))
        member("claims", raw: token.claimsJSON.map(JSONWriter.printable))
        member("signature", token.signature.map { Escaped.hex($0) })
        list("certificates", CertificateSummary.all(token.certificates))
        guard token.kind == .notification else { return }
        try drain(&self)
        name("tokens")
        try array { json in
            try token.forEachToken { member, token in
                try json.object { json in
                    json.member("member", member)
                    try json.inspected(token, drain)
                }
            }
        }
    }

    private mutating func inspected(_ receipt: InspectedTransactionReceipt) {
        member("kind", "transactionReceipt")
        if let fields = receipt.fields { member("transactionReceipt", fields) }
        // As where it is verified: production is what a receipt is taken to claim that says nothing.
        if receipt.size > 0 { member("claimedEnvironment", (receipt.claimedEnvironment ?? .production).rawValue) }
        if let error = receipt.error { self.error(code: error.code, message: error.description) }
        member("signatureVersion", receipt.version)
        member("signature", receipt.signature.map { Escaped.hex($0) })
        list("certificates", CertificateSummary.all(receipt.certificate.map { [$0] } ?? []))
        member("purchaseInfo", raw: Self.object(receipt.purchaseInfo))
        member("unsigned", raw: Self.object(receipt.unsignedMembers))
    }

    private static func object(_ members: [TransactionReceiptPayload.Member]) -> String {
        "{" + members.map { "\"\(escaped($0.key))\":\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private mutating func attribute(_ inspected: InspectedAttribute, _ drain: Drain) throws {
        // Looked up once: neither is stored.
        let (attribute, name, value) = (inspected.attribute, inspected.name, inspected.value)
        try object { json in
            json.member("type", raw: String(attribute.type.rawValue))
            json.member("version", attribute.version)
            json.name("name")
            if let name { json.string(name) } else { json.raw("null") }
            json.member("meaning", inspected.meaning ?? "Unknown")
            json.member("offset", attribute.offset)
            switch value {
            case .text(let text): json.member("value", text)
            case .number(let number): json.member("value", raw: String(number))
            case .octets:
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
