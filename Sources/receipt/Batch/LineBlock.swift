/// Some lines of standard input, as they were read.
struct LineBlock: Sendable {
    enum Contents: Sendable {
        /// Whole lines with their line breaks. The last of the input may lack its own.
        case lines(ArraySlice<UInt8>)
        /// One line that is longer than any that can be answered. It was not kept.
        case tooLong
    }

    let contents: Contents
    /// The number of the first line, from 1.
    let firstLine: Int
    /// How many bytes of the input end with this block.
    let inputEnd: Int
}
