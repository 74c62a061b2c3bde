import ReceiptFields

/// Lets a reader over `bytes` do something. Readers cannot leave the scope of their bytes, so this is the way for tests.
func reading<T>(
    _ bytes: [UInt8], limits: ReceiptLimits = ReceiptLimits(), base: Int = 0,
    spent: DERReader.Spent = DERReader.Spent(),
    salvages: Bool = false, _ body: (inout DERReader) throws(FormatError) -> T
) throws(FormatError) -> T {
    let all = bytes[...]
    var reader = DERReader(all.span, base: base, limits: limits, spent: spent, salvages: salvages)
    return try body(&reader)
}

/// Reads one tree to the last byte.
func walk(_ bytes: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
    try reading(bytes, limits: limits) { (reader) throws(FormatError) in
        try reader.skipTree()
        try reader.finish()
    }
}

/// An error at a place in the bytes, with no attribute named.
func fault(_ reason: FormatError.Reason, _ offset: Int) -> FormatError { FormatError(reason, offset: offset) }
