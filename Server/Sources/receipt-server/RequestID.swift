import HTTPTypes
import Hummingbird

/// The identifier of a request in the log: the client's own `X-Request-ID`, or a random one.
enum RequestID {
    static let field = "X-Request-ID"
    private static let name = HTTPField.Name(field)

    static func of(_ request: Request) -> String { valid(name.flatMap { request.headers[$0] }) }

    /// Returns the given identifier if it is safe for a log, otherwise 16 random digits.
    static func valid(_ given: String?) -> String {
        if let given, isValid(given) { return given }
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func give(_ id: String, to fields: inout HTTPFields) {
        if let name { fields[name] = id }
    }

    /// True for 1 to 64 characters without a meaning in logs.
    private static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
