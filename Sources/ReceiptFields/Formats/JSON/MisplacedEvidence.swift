/// Finds evidence in JSON under a name that Apple doesn't use, so that an error can name its location.
///
/// It examines values: any string at most three levels deep that begins like evidence. It parses the JSON once, and a string that is JSON
/// itself once more for each remaining level.
package struct MisplacedEvidence {
    private static let levels = 3
    /// The maximum number of values that are examined. A purchase from a purchase library has about a hundred.
    private static let mostValues = 10_000
    /// The number of bytes at the start of a string that identify it.
    private static let beginning = 64

    private typealias Kind = FormatError.EvidencePlace.Kind

    /// Evidence that was found. Its steps are the names of the members that lead to it, the innermost first.
    private struct Found {
        let kind: Kind
        var steps: [String] = []
        var source: String?
        /// True if the member's name identifies a renewal info, which can't be verified alone.
        var isRenewalInfo = false
    }

    private var isOfRevenueCat = false
    private var values = 0

    /// Returns the location of the first piece of evidence. A renewal info is returned only if there is nothing else. Nil if there is none,
    /// or the text isn't JSON.
    ///
    /// - Parameter isInBase64: true if the JSON was decoded from base64.
    package static func place(in text: ArraySlice<UInt8>, isInBase64: Bool = false) -> FormatError.EvidencePlace? {
        guard let found = search(text, levels: levels) else { return nil }
        let path = found.steps.reversed().reduce(into: "") { path, step in
            path += path.isEmpty || step.hasPrefix("[") ? step : "." + step
        }
        return FormatError.EvidencePlace(path: path, kind: found.kind, source: found.source, isInBase64: isInBase64)
    }

    private static func search(_ text: ArraySlice<UInt8>, levels: Int) -> Found? {
        var search = MisplacedEvidence()
        var found = search.search(text, levels: levels)
        if search.isOfRevenueCat { found?.source = "RevenueCat" }
        return found
    }

    private mutating func search(_ text: ArraySlice<UInt8>, levels: Int) -> Found? {
        var found: Found?
        // An error that ends the search early also ends the parsing.
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                found = try read(&json, levels)
                if found != nil { throw JSONError(.expectedEnd, offset: 0) }
            }
        } catch { return found }
        return found
    }

    /// Reads the next value, which counts toward the maximum at any depth. The search ends at the first piece of evidence, or after too
    /// many values; the rest isn't parsed again.
    private mutating func read(_ json: inout JSONReader, _ levels: Int) throws(JSONError) -> Found? {
        let end = JSONError(.tooManyElements(allowed: Self.mostValues), offset: json.position)
        values += 1
        guard values <= Self.mostValues else { throw end }
        var found: Found?
        do throws(JSONError) {
            switch json.next() {
            case .string where levels >= 0:
                found = evidence(try json.string(), in: json, levels: levels)
            case .object:
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "subscription_status_by_group_id") { isOfRevenueCat = true }
                    guard var inner = try read(&json, levels - 1) else { return }
                    Self.name(&inner, by: name, in: json)
                    if found == nil || !inner.isRenewalInfo { found = inner }
                    if !inner.isRenewalInfo { throw end }
                }
            case .array:
                var index = 0
                try json.array { (json) throws(JSONError) in
                    if var inner = try read(&json, levels - 1), found == nil {
                        inner.steps.append("[\(index)]")
                        found = inner
                    }
                    index += 1
                }
            default: break
            }
        } catch {
            // The reader is still inside the value. The caller detects that, and ends too.
            if found == nil { throw error }
        }
        return found
    }

    private static func name(_ found: inout Found, by name: JSONString, in json: JSONReader) {
        let bytes = json.unescaped(name, atMost: beginning)
        let isFirst = !found.steps.contains { !$0.hasPrefix("[") }
        found.steps.append(
            bytes.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                && !bytes.isEmpty && bytes.first != UInt8(ascii: "[")
                ? String(decoding: bytes, as: UTF8.self) : SafeText.quoted(bytes))
        guard isFirst else { return }
        found.source = sources.first { json.string(name, is: $0.name) }?.library
        let lowercase = String(decoding: bytes, as: UTF8.self).lowercased().utf8
        found.isRenewalInfo = lowercase.indices.contains { lowercase[$0...].starts(with: "renewal".utf8) }
    }

    /// Members of purchase libraries. Evidence in any other member is found too.
    private static let sources: [(name: String, library: String)] = [
        ("Payload", "Unity"), ("transactionReceipt", "react-native-iap"), ("jwsRepresentationIos", "expo-iap"),
        ("jwsRepresentationIOS", "expo-iap"), ("purchaseToken", "expo-iap"),
        ("appStoreReceipt", "cordova-plugin-purchase"), ("jwsRepresentation", "a Capacitor plugin"),
        ("fetch_token", "RevenueCat"), ("serverVerificationData", "Flutter"), ("localVerificationData", "Flutter"),
    ]

    // MARK: Values

    private mutating func evidence(_ string: JSONString, in json: JSONReader, levels: Int) -> Found? {
        // A JWS, a receipt and a property list are all much longer.
        guard string.contents.count > Self.beginning else { return nil }
        let start = json.unescaped(string, atMost: Self.beginning)[...]
        if let kind = Self.kind(start, isJWS: { Self.hasTwoPoints(string, in: json) }) { return Found(kind: kind) }
        guard levels > 0 else { return nil }
        // JSON in a string, or in base64 in a string. Its braces count as a level.
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return search(json.unescaped(string)[...], levels: levels)
        case UInt8(ascii: "e") where start.starts(with: "eyJ".utf8) || start.starts(with: "ewo".utf8):
            guard let text = InputFormat.decoded(json.unescaped(string)[...]) else { return nil }
            return search(text, levels: levels)
        default: return nil
        }
    }

    /// Returns the kind of evidence that begins like this.
    private static func kind(_ start: ArraySlice<UInt8>, isJWS: () -> Bool) -> Kind? {
        if start.starts(with: "eyJ".utf8) {
            return start.allSatisfy({ Base64.value(of: $0, .url) != nil }) && isJWS() ? .jws : nil
        }
        if start.first == UInt8(ascii: "{") { return isPropertyList(start) ? .transactionReceipt : nil }
        if start.starts(with: "ewo".utf8) {
            return InputFormat.decoded(start).map(isPropertyList) == true ? .transactionReceipt : nil
        }
        guard start.first == UInt8(ascii: "M"), let bytes = InputFormat.decoded(start.prefix(32)) else { return nil }
        return isSignedData(bytes) ? .receipt : nil
    }

    /// Returns true if text begins like an iOS 6 transaction receipt, with a brace and one of its keys.
    private static func isPropertyList(_ text: ArraySlice<UInt8>) -> Bool {
        let inside = text.dropFirst().drop(while: WhiteSpace.contains)
        guard text.first == UInt8(ascii: "{"), inside.first == UInt8(ascii: "\"") else { return false }
        let key = inside.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        return ["signature", "purchase-info", "environment", "pod", "signing-status"].contains {
            key.elementsEqual($0.utf8)
        }
    }

    /// Returns true if bytes begin like PKCS #7 signed data: a SEQUENCE, its length, and the object identifier.
    private static func isSignedData(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == 0x30, let length = bytes.dropFirst().first else { return false }
        let more = length < 0x80 ? 0 : Int(length & 0x7F)
        let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        return more <= 4 && bytes.dropFirst(2 + more).starts(with: signedData)
    }

    private static func hasTwoPoints(_ string: JSONString, in json: JSONReader) -> Bool {
        let bytes = json.extracting(string.contents)
        var points = 0
        for index in 0..<bytes.count where bytes[index] == UInt8(ascii: ".") { points += 1 }
        return points == 2
    }
}

extension FormatError.OtherJSON {
    /// Identifies JSON that isn't evidence by its members.
    package init?(_ text: ArraySlice<UInt8>) {
        // The same limit as for a decoded payload.
        guard text.count <= 64 << 10 else { return nil }
        let names = [
            "errorCode", "status", "purchaseToken", "orderId", "packageName", "receiptId", "userId", "userData",
            "Store",
        ]
        var values: [String: [UInt8]] = [:]
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                guard json.next() == .object else { return }
                try json.object { (json, name) throws(JSONError) in
                    guard let known = names.first(where: { json.string(name, is: $0) }) else { return }
                    let isText = json.next() == .string
                    values[known] =
                        isText
                        ? json.unescaped(try json.string(), atMost: 32) : Array(text.part(try json.skip()).prefix(32))
                }
            }
        } catch { return nil }
        func number(_ name: String) -> String? {
            guard let digits = values[name], !digits.isEmpty, digits.count <= 10,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return nil }
            return String(decoding: digits, as: UTF8.self)
        }
        func isStore(_ name: String) -> Bool { values["Store"]?.elementsEqual(name.utf8) == true }
        if let error = number("errorCode") {
            self = .apiError(error)
        } else if isStore("GooglePlay")
            || values["purchaseToken"] != nil
                && (values["orderId"] != nil || values["packageName"] != nil)
        {
            self = .googlePlay
        } else if isStore("AmazonApps") || isStore("AmazonAppStore")
            || values["receiptId"] != nil
                && (values["userId"] != nil || values["userData"] != nil)
        {
            self = .amazon
        } else if let status = number("status"), status == "0" || status.hasPrefix("21") && status.utf8.count == 5 {
            self = .verifyReceiptStatus(status)
        } else {
            return nil
        }
    }
}
