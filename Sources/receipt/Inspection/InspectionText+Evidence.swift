import ReceiptEssentials
import ReceiptFields
import ReceiptReports

extension InspectionText {
    /// Writes the contents, one part after the other.
    static func write(_ evidence: InspectedEvidence, _ style: Style, _ write: (String) throws -> Void) throws {
        switch evidence.contents {
        case .receipt(let receipt): try self.write(receipt, style, write)
        case .jws(let jws):
            var chain: [[UInt8]] = []
            try self.write(jws, behind: &chain, style, write)
        case .transactionReceipt(let receipt): try write(text(receipt, style))
        case .body(let body):
            var chain: [[UInt8]] = []
            guard body.count > 0 else { return }
            try write("\n" + rows([("body", "\(body.size) bytes, holds \(body.count) of these:")], style))
            for nested in body.evidence { try self.write(nested, behind: &chain, style, write) }
        }
    }

    private static func write(
        _ nested: InspectedEvidence.Member, behind chain: inout [[UInt8]], _ style: Style,
        _ write: (String) throws -> Void
    ) throws {
        try write("\n" + style.strong(nested.member) + "\n")
        if let error = nested.evidence.error { try write(fault("malformed", error, style)) }
        if case .jws(let jws) = nested.evidence.contents {
            try self.write(jws, behind: &chain, style, write)
        } else {
            try self.write(nested.evidence, style, write)
        }
    }

    static func fault(_ words: String, _ error: FormatError, remedy: String? = nil, _ style: Style) -> String {
        "  " + style.bad("\(words): \(error.code)") + "\n"
            + FailureText.rows(error.description, remedy: remedy, style)
    }

    private static func notes(_ diagnostics: [FormatError], _ style: Style) -> String {
        diagnostics.map { FailureText.note($0.description, style) }.joined()
    }

    private static func write(
        _ inspection: InspectedReceipt, _ style: Style, _ write: (String) throws -> Void
    ) throws {
        let notes = notes(inspection.receipt?.diagnostics ?? [], style)
        guard inspection.hasContents else { return try write(notes) }
        try write(
            notes + "\n" + container(inspection, style) + certificates(inspection.certificates, style))
        try writeAttributes(inspection, style, write)
        if let error = inspection.error { try write("\n" + fault("It breaks here", error, style)) }
    }

    /// - Parameter chain: The certificates of the previous JWS. They are usually the same, and then they aren't repeated.
    private static func write(
        _ jws: InspectedJWS, behind chain: inout [[UInt8]], _ style: Style, _ write: (String) throws -> Void
    ) throws {
        var text = ""
        if let fields = jws.fields?.decoded { text += notes(fields.diagnostics, style) }
        if let hint = jws.fields.flatMap(hint) { text += sentence(hint, style) }
        guard jws.header != nil || jws.payload != nil else { return try write(text) }
        text += "\n" + rows([("JWS", "\(jws.kind.words ?? "of no known kind"), \(jws.size) characters")], style)
        if let signature = jws.signature { text += rows([("signature", "\(signature.count) bytes")], style) }
        if !jws.certificates.isEmpty, jws.certificates == chain {
            text += rows([("chain", "the certificates above")], style)
        } else {
            text += certificates(jws.certificates, style)
        }
        chain = jws.certificates
        try write(text)
        try self.write("Header", jws.headerMembers, style, write)
        try self.write("Claims, as in the payload", jws.claims, style, write)
        for nested in jws.evidence { try self.write(nested, behind: &chain, style, write) }
    }

    private static func text(_ receipt: InspectedTransactionReceipt, _ style: Style) -> String {
        let notes = notes(receipt.fields?.diagnostics ?? [], style)
        guard receipt.size > 0 else { return notes }
        let claimed =
            receipt.claimedEnvironment.map { SafeText.printable($0.rawValue) } ?? "Production, since it names none"
        var facts = [
            ("receipt", "iOS 6 transaction receipt, \(receipt.size) bytes"),
            ("environment", claimed + ": unsigned, anyone can change it"),
        ]
        if let version = receipt.version {
            facts.append(
                ("signature", "version \(version)" + (receipt.signature.map { ", \($0.count) bytes" } ?? "")))
        }
        return notes + "\n" + rows(facts, style) + certificates(receipt.certificate.map { [$0] } ?? [], style)
            + rows("Purchase info, which the signature covers", receipt.purchaseInfo, style)
            + rows("Other members, unsigned", receipt.unsignedMembers, style)
    }

    private static func rows(
        _ title: String, _ members: [TransactionReceiptPayload.Member], _ style: Style
    ) -> String {
        if members.isEmpty { return "" }
        return "\n" + style.strong(title) + "\n"
            + members.map { member in
                row(
                    SafeText.printable(member.key), member.value.isEmpty ? "(empty)" : SafeText.printable(member.value),
                    style)
            }.joined()
    }

    /// Returns how to verify a JWS that is no evidence by itself.
    private static func hint(_ payload: UnverifiedPayload) -> String? {
        switch payload {
        case .renewalInfo: "It names no app: verify it with its transaction, or in a notification."
        case .realtimeRequest: "It doesn't prove a purchase: verify(realtimeRequest:at:) verifies it."
        default: nil
        }
    }

    // MARK: Members

    /// Writes one row for each member, several rows at a time.
    private static func write(
        _ title: String, _ claims: [InspectedClaim], _ style: Style, _ write: (String) throws -> Void
    ) throws {
        guard !claims.isEmpty else { return }
        var text = "\n" + style.strong(title) + "\n"
        func add(_ claim: InspectedClaim, _ prefix: String) throws {
            let name = prefix + SafeText.printable(claim.name)
            for member in claim.members { try add(member, member.name.hasPrefix("[") ? name : name + ".") }
            if claim.members.isEmpty { text += row(name, value(of: claim), style) }
            guard text.utf8.count >= 1 << 16 else { return }
            try write(text)
            text = ""
        }
        for claim in claims { try add(claim, "") }
        try write(text)
    }

    private static let nameWidth = 32

    private static func row(_ name: String, _ value: String, _ style: Style) -> String {
        row("  ", name, value, column: nameWidth + 4, style, style.strong)
    }

    /// Returns the value. For JWS and certificates, which are shown elsewhere, returns only their length; for dates and
    /// prices, adds their meaning.
    private static func value(of claim: InspectedClaim) -> String {
        if claim.name == "x5c" { return "\(claim.json.utf8.count) characters, see the certificates" }
        if let text = claim.text {
            if claim.name.hasPrefix("signed"), text.utf8.starts(with: "eyJ".utf8) {
                return "a JWS of \(text.utf8.count) characters, see below"
            }
            return text.isEmpty ? "(empty)" : SafeText.printable(text)
        }
        let json = SafeText.printable(claim.json)
        return (claim.date ?? claim.price).map { json + " (\($0))" } ?? json
    }
}

extension InspectedClaim {
    /// The date, if the value is a number of milliseconds and the member has the name of one of Apple's dates.
    fileprivate var date: String? {
        guard name.hasSuffix("Date"), let milliseconds = Double(json), (-62e12...253e12).contains(milliseconds) else {
            return nil
        }
        return Timestamp.written(Date(timeIntervalSince1970: milliseconds / 1_000))
    }

    /// The price as a decimal number, if the value is a number and the member has one of Apple's names for thousandths
    /// of a currency unit.
    fileprivate var price: String? {
        let isPrice = name.lowercased().hasSuffix("price") || name == "estimatedTax" || name == "refundAmount"
        return isPrice ? Int64(json).map(Price.text) : nil
    }
}
