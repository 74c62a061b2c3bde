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
        self.init()
        self.payload = payload
        var reader = DERReader(payload.span, base: payload.startIndex, limits: limits, spent: spent)
        let context = AttributeContext(payload, limits)
        let set = try readSet(&reader, path: FieldPath.container, context)
        try reader.finish()
        try Self.requireAll(set.seen, path: FieldPath.container, offset: payload.startIndex)
        contents = set.contents
        diagnostics = context.diagnostics
    }

    mutating func readApart(_ fields: inout AttributeReader) throws(FormatError) {
        let attribute = fields.attribute
        let most = fields.context.limits.maximumAttributeLength
        guard attribute.value.count <= most else {
            throw fields.reader.fault(.limitExceeded(.attribute, allowed: most), at: attribute.start)
        }
        if attribute.type == .bundleIdentifier { bundleIdentifierBytes = fields.context.bytes.part(attribute.value) }
        if attribute.type == .purchase { try readPurchase(&fields) }
    }

    private mutating func readPurchase(_ fields: inout AttributeReader) throws(FormatError) {
        let attribute = fields.attribute
        let path = FieldPath.purchase(purchases.count)
        let most = fields.context.limits.maximumPurchases
        guard purchases.count < most else {
            throw fields.reader.fault(.limitExceeded(.purchases, allowed: most), at: attribute.start).at(path)
        }
        if purchases.isEmpty {
            // Purchases have similar sizes, so reserve capacity once for as many as the remaining bytes may contain.
            let left = fields.context.bytes.count - attribute.start
            purchases.reserveCapacity(min(left / max(attribute.value.count, 256) + 1, most))
        }
        // Decode in place, to avoid a copy.
        purchases.append(InAppPurchase())
        let context = fields.context
        do throws(FormatError) {
            try fields.reader.within(contents: attribute.value) { (reader) throws(FormatError) in
                try purchases[purchases.count - 1].read(&reader, path: path, context)
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

extension InAppPurchase {
    /// Decodes the SET of one purchase. `path` identifies the purchase in errors.
    fileprivate mutating func read(
        _ reader: inout DERReader, path: FieldPath, _ context: AttributeContext
    ) throws(FormatError) {
        let set = try readSet(&reader, path: path, context)
        try Self.requireAll(set.seen, path: path, offset: set.contents.startIndex)
        contents = set.contents
    }
}

extension AttributeOwner {
    /// Decodes a SET OF ReceiptAttribute, and returns its bytes and the attribute numbers in it.
    fileprivate mutating func readSet(
        _ reader: inout DERReader, path: FieldPath, _ context: AttributeContext
    ) throws(FormatError) -> (contents: ArraySlice<UInt8>, seen: NumberSet) {
        try reader.within(.set) { (reader) throws(FormatError) in
            let start = reader.position
            var fields = AttributeReader(reader, context, path: path)
            try fields.readAll(into: &self)
            reader = fields.reader
            return (context.bytes.part(start..<reader.position), fields.seen)
        }
    }
}
