package import ReceiptEssentials

extension AppReceipt {
    /// Decodes the content of a receipt, a SET OF ReceiptAttribute.
    ///
    /// This doesn't verify a signature. For receipts from untrusted sources, use ReceiptKit's `ReceiptVerifier`.
    ///
    /// - Throws: ``FormatError``, with the attribute's path and the offset in `payload`.
    public init(payload: some Collection<UInt8>, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        self = try AppReceipt(payload: Array(payload)[...], limits: limits, spent: DERReader.Spent())
    }

    /// Decodes content that is part of a larger array, whose indices become the offsets of errors. `spent` contains the amounts of the
    /// limits that the container used.
    package init(payload: ArraySlice<UInt8>, limits: ReceiptLimits, spent: DERReader.Spent) throws(FormatError) {
        guard payload.count <= limits.maximumInputSize else {
            throw FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: payload.startIndex)
        }
        var reader = DERReader(payload.span, base: payload.startIndex, limits: limits, spent: spent)
        let context = AttributeContext(payload, limits)
        var missing: FormatError?
        self = try reader.within(.set) { (reader) throws(FormatError) in
            let start = reader.position
            var fields = AttributeReader<AppReceipt>(reader, context, path: FieldPath.container)
            var parts = ReceiptParts()
            var receipt = try fields.read(&parts)
            reader = fields.reader
            receipt.contents = payload.part(start..<reader.position)
            receipt.bundleIdentifierBytes = parts.bundleIdentifier
            receipt.purchases = parts.purchases
            receipt.diagnostics = parts.diagnostics
            if !fields.diagnostics.isEmpty {
                let all = (receipt.diagnostics + fields.diagnostics).sorted { $0.offset < $1.offset }
                receipt.diagnostics = Array(all.prefix(Self.maximumDiagnostics))
            }
            missing = fields.missing(offset: payload.startIndex)
            return receipt
        }
        try reader.finish()
        if let missing { throw missing }
        self.payload = payload
    }

    static func readApart(
        _ attribute: RawAttribute, _ fields: inout AttributeReader<Self>, _ parts: inout ReceiptParts
    ) throws(FormatError) {
        let most = fields.context.limits.maximumAttributeLength
        guard attribute.value.count <= most else {
            throw fields.reader.fault(.limitExceeded(.attribute, allowed: most), at: attribute.start)
        }
        if attribute.type == .bundleIdentifier {
            parts.bundleIdentifier = fields.context.bytes.part(attribute.value)
        }
        if attribute.type == .purchase { try readPurchase(attribute, &fields, &parts) }
    }

    private static func readPurchase(
        _ attribute: RawAttribute, _ fields: inout AttributeReader<Self>, _ parts: inout ReceiptParts
    ) throws(FormatError) {
        let context = fields.context
        let path = FieldPath.purchase(parts.purchases.count)
        let most = context.limits.maximumPurchases
        guard parts.purchases.count < most else {
            throw fields.reader.fault(.limitExceeded(.purchases, allowed: most), at: attribute.start).at(path)
        }
        if parts.purchases.isEmpty {
            // Purchases have similar sizes, so reserve capacity once for as many as the remaining bytes may contain.
            let left = context.bytes.count - attribute.start
            parts.purchases.reserveCapacity(min(left / max(attribute.value.count, 256) + 1, most))
        }
        do throws(FormatError) {
            try fields.reader.within(contents: attribute.value) { (reader) throws(FormatError) in
                try reader.within(.set) { (reader) throws(FormatError) in
                    let start = reader.position
                    var attributes = AttributeReader<InAppPurchase>(
                        reader, context, path: path, room: exchange(&parts.room, with: []))
                    var none: Void = ()
                    parts.purchases.append(try attributes.read(&none))
                    reader = attributes.reader
                    let contents = context.bytes.part(start..<reader.position)
                    if let missing = attributes.missing(offset: contents.startIndex) { throw missing }
                    parts.purchases[parts.purchases.count - 1].contents = contents
                    parts.diagnostics.add(attributes.diagnostics)
                    parts.room = attributes.values
                }
            }
        } catch {
            throw error.path == .container ? error.at(path) : error
        }
    }

    /// Decodes only attribute 12. The attributes before it are read just far enough to reach it.
    package static func creationDate(
        in payload: ArraySlice<UInt8>, limits: ReceiptLimits, spent: DERReader.Spent
    ) throws(FormatError) -> Date {
        let path = FieldPath.receipt(.creationDate)
        let reader = DERReader(payload.span, base: payload.startIndex, limits: limits, spent: spent)
        let date: Date? = try reader.first(within: .set) { (reader) throws(FormatError) in
            let attribute = try reader.attribute()
            guard attribute.type == .creationDate else { return nil }
            do throws(FormatError) {
                if let date = try reader.date(attribute.value) { return date }
                throw reader.fault(.emptyAttribute, at: attribute.value.lowerBound)
            } catch {
                throw error.at(path)
            }
        }
        guard let date else { throw FormatError(.missingAttribute, path: path, offset: payload.startIndex) }
        return date
    }
}
