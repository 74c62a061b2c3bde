import FuzzSupport
import ReceiptFields

/// JSON beside Foundation's decoder: what that refuses the reader refuses, but for a short list, and what both accept says the
/// same. What was read can be written, with and without escapes, and reads the same again.
enum JSONTarget: FuzzTarget {
    private static let limits = JSONLimits(maximumSize: 1 << 20)

    static func run(_ input: [UInt8]) {
        let ours = read(input, limits)
        skipped(input, ours)
        let judged = Judged.read(input)
        switch ours {
        case .failure(let error):
            require((0...input.count).contains(error.offset), "offset \(error.offset) of \(input.count)")
            requirePrintable(error.description)
            require(error.description.utf8.count < 400, error.description)
            require(judged == nil || isStricter(error, input), "refused by the reader alone: \(error)")
        case .success(let value):
            require(value.hasDistinctNames, "a name stands twice")
            if let judged {
                require(value.says(judged), "\(value), and judged \(judged)")
            } else {
                require(value.isWider, "accepted by the reader alone: \(value)")
            }
            written(value)
            tight(input, value)
        }
    }

    private static func read(_ text: [UInt8], _ limits: JSONLimits) -> Result<Value, JSONError> {
        do throws(JSONError) {
            return .success(
                try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in try Value(&json) })
        } catch { return .failure(error) }
    }

    /// Whether values are read or passed over makes no difference to what is refused.
    private static func skipped(_ input: [UInt8], _ ours: Result<Value, JSONError>) {
        let error: JSONError?
        do throws(JSONError) {
            try JSONReader.read(input[...], limits: limits) { _ in }
            error = nil
        } catch let thrown { error = thrown }
        switch ours {
        case .success: require(error == nil, "passed over: \(String(describing: error))")
        case .failure(let read): require(error == read, "read: \(read), passed over: \(String(describing: error))")
        }
    }

    /// What Foundation accepts and the reader does not.
    private static func isStricter(_ error: JSONError, _ text: [UInt8]) -> Bool {
        switch error.reason {
        case .repeatedName, .tooDeep: return true
        default: break
        }
        // Zeros are taken for UTF-16 or UTF-32, and so are their byte order marks; that of UTF-8 is passed over.
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        if text.prefix(4).contains(0) || marks.contains(where: text.starts(with:)) { return true }
        // A comma behind the last element or member.
        let last = text.prefix(error.offset).last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let next = error.offset < text.count ? text[error.offset] : 0
        return last == UInt8(ascii: ",") && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(next)
    }

    private static func written(_ value: Value) {
        for escapes in [false, true] {
            let again = read(value.text(escapes: escapes), JSONLimits(maximumSize: 1 << 24))
            require(again == .success(value), "written, with escapes: \(escapes), and read as \(again)")
        }
    }

    /// Limits are exact: what is there fits, one less does not, and the error says so.
    private static func tight(_ input: [UInt8], _ value: Value) {
        let (size, depth) = (input.count, value.depth)
        require(read(input, JSONLimits(maximumSize: size, maximumDepth: depth)) == .success(value), "exact limits")
        let short = read(input, JSONLimits(maximumSize: size - 1, maximumDepth: depth))
        require(short == .failure(JSONError(.tooLarge(allowed: size - 1), offset: size - 1)), "an octet less: \(short)")
        guard depth > 0, case .failure(let error) = read(input, JSONLimits(maximumSize: size, maximumDepth: depth - 1))
        else { return require(depth == 0, "a level less is enough") }
        require(error.reason == .tooDeep(allowed: depth - 1), "a level less: \(error)")
    }
}
