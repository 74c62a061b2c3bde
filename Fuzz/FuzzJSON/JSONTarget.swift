import FuzzSupport
import JSONSupport
import ReceiptFields

/// Compares JSON with Foundation's decoder: the reader must reject everything that Foundation rejects, except for a
/// short list, and if both accept a text, the values must be equal. Values must also survive being written, with and
/// without escapes, and read again.
enum JSONTarget: FuzzTarget {
    private static let limits = JSONLimits(maximumSize: 1 << 20)

    static func run(_ input: [UInt8]) {
        let ours = read(input, limits)
        skipped(input, ours)
        let reference = JSON.read(input)
        switch ours {
        case .failure(let error):
            require((0...input.count).contains(error.offset), "offset \(error.offset) of \(input.count)")
            let description = FormatError(error).description
            requirePrintable(description)
            require(description.utf8.count < 400, description)
            require(reference == nil || error.isStricter(in: input), "rejected by the reader alone: \(error)")
        case .success(let value):
            require(value.hasDistinctNames, "a name stands twice")
            if let reference {
                require(value.says(reference), "\(value), and reference \(reference)")
            } else {
                require(value.isWider, "accepted by the reader alone: \(value)")
            }
            written(value)
            WriterCheck.check(value)
            MemberCheck.check(input, value)
            tight(input, value)
        }
    }

    private static func read(_ text: [UInt8], _ limits: JSONLimits) -> Result<JSONTree, JSONError> {
        do throws(JSONError) {
            return .success(try JSONTree(text, limits: limits))
        } catch { return .failure(error) }
    }

    /// The same input must be rejected whether values are read or skipped.
    private static func skipped(_ input: [UInt8], _ ours: Result<JSONTree, JSONError>) {
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

    private static func written(_ value: JSONTree) {
        for escapes in [false, true] {
            let again = read(value.text(escapes: escapes), JSONLimits(maximumSize: 1 << 24))
            require(again == .success(value), "written, with escapes: \(escapes), and read as \(again)")
        }
    }

    /// Limits must be exact: a limit equal to the input's number is accepted, and a limit that is one lower rejects the
    /// input with the right error.
    private static func tight(_ input: [UInt8], _ value: JSONTree) {
        let (size, depth) = (input.count, value.depth)
        require(read(input, JSONLimits(maximumSize: size, maximumDepth: depth)) == .success(value), "exact limits")
        let short = read(input, JSONLimits(maximumSize: size - 1, maximumDepth: depth))
        require(short == .failure(JSONError(.tooLarge(allowed: size - 1), offset: size - 1)), "a byte less: \(short)")
        guard depth > 0, case .failure(let error) = read(input, JSONLimits(maximumSize: size, maximumDepth: depth - 1))
        else { return require(depth == 0, "a level less is enough") }
        require(error.reason == .tooDeep(allowed: depth - 1), "a level less: \(error)")
    }
}
