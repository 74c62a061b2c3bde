import JSONSupport
import ReceiptFields

/// Returns the reader's error for a text, or nil. Reading it into a tree and skipping it must give the same result.
func jsonError(_ text: [UInt8], limits: JSONLimits = JSONTree.limits) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in try json.skip() }
        return nil
    } catch { return error }
}

func jsonError(_ text: String, limits: JSONLimits = JSONTree.limits) -> JSONError? {
    jsonError(Array(text.utf8), limits: limits)
}
