import JSONSupport
import ReceiptFields

/// What the reader rejects a text for, or nil. Reading it into a tree and passing over it give the same answer.
func jsonError(_ text: [UInt8], limits: JSONLimits = JSONTree.limits) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in try json.skip() }
        return nil
    } catch { return error }
}

func jsonError(_ text: String, limits: JSONLimits = JSONTree.limits) -> JSONError? {
    jsonError(Array(text.utf8), limits: limits)
}
