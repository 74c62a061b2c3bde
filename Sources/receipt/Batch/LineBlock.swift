/// A block of lines read from standard input.
struct LineBlock: Sendable {
    enum Contents: Sendable {
        /// Whole lines with their line breaks. The last line of the input may have none.
        case lines(ArraySlice<UInt8>)
        /// One line above the size limit. Its contents were discarded.
        case tooLong
    }

    let contents: Contents
    /// The number of the first line, from 1.
    let firstLine: Int
    /// The number of input bytes up to the end of this block.
    let inputEnd: Int
}
