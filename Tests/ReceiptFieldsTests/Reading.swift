import ReceiptFields

/// Runs a closure with a reader of `bytes`. Readers can't leave the scope of their bytes.
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

/// An error at an offset, without a path to an attribute.
func fault(_ reason: FormatError.Reason, _ offset: Int) -> FormatError { FormatError(reason, offset: offset) }
