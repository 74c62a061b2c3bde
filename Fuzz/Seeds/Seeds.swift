import Foundation
import FuzzSupport

/// Seeds for the fuzz targets, each in its target's format.
struct Seeds {
    let folder: String
    private(set) var count = 0

    init(folder: String) { self.folder = folder }

    mutating func write(_ target: String, _ name: String, _ bytes: [UInt8]) throws {
        let folder = "\(folder)/Fuzz\(target)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        count += 1
    }

    /// Writes a receipt and its contents.
    mutating func write(_ name: String, _ receipt: [UInt8]) throws {
        try write("Container", name, receipt)
        try writeCInterface(name, evidence: "\"\(Data(receipt).base64EncodedString())\"")
        let isXcode = name.hasPrefix("xcode")
        // The lowest two bits: 0 and 1 sign with SHA-256 and SHA-1, 2 takes a receipt. The bits above them select the
        // policy.
        let policies: [UInt8] = isXcode ? [3] : [0, 1, 2]
        for policy in policies { try write("Verifier", "\(name)-\(policy)", [policy << 2 | 2] + receipt) }
        let map = DERMap(receipt)
        guard let content = descend(map, [1, 0, 2, 1, 0]) else { return }
        let payload = octets(map, content)
        try write("Payload", name, payload)
        let digest: UInt8 = name.contains("sha1") ? 1 : 0
        for policy in policies { try write("Verifier", "\(name)-payload-\(policy)", [policy << 2 | digest] + payload) }
        try write("Reader", name, payload)
        try write("Ledger", name, [1] + payload + payload)
        guard let certificate = descend(map, [1, 0, 3, 0]), name == "production" || name.hasPrefix("xcode") else {
            return
        }
        try write("Reader", "\(name)-certificate", Array(map.encoding(certificate)))
        try write("Reader", "\(name)-receipt", receipt)
    }

    private func descend(_ map: DERMap, _ path: [Int]) -> Int? {
        var node = 0
        for place in path {
            let children = map.children(node)
            guard children.indices.contains(place) else { return nil }
            node = children[place]
        }
        return node
    }

    /// Returns the bytes of an OCTET STRING, or of the pieces of a constructed one.
    private func octets(_ map: DERMap, _ node: Int) -> [UInt8] {
        let contents = Array(map.bytes[map.nodes[node].contents])
        guard map.bytes[map.nodes[node].start] == 0x24 else { return contents }
        return map.children(node).flatMap { map.bytes[map.nodes[$0].contents] }
    }

    /// Writes strings for each mode of the text target.
    mutating func writeTexts() throws {
        let base64 = [
            "AAECAw==", "MIIB\r\nAA==", "TWFu", "TWE=", "TQ==", "TWFu TWFu\tTWE=", "eyJhbGciOiJFUzI1NiJ9", "TR==",
            "-_==",
        ]
        let dates = [
            "2024-05-01T12:00:00Z", "2024-02-29T23:59:59.999999999Z", "2024-05-01T12:00:00+0300",
            "2024-05-01T12:00:00-05:30",
            "2008-01-01T00:00:00+2359", "4001-12-31T23:59:59.9995-2359", "2023-02-29T00:00:00Z",
        ]
        let others = [
            "{\n\t\"signature\" = ", "{\"alg\":", "<html>", "-----BEGIN PKCS7-----", "MIIBAAAAAAAAAAAAAAAA",
            "0\u{1}\"\\\u{7f}é",
        ]
        for (index, text) in base64.enumerated() { try write("Text", "base64-\(index)", [0] + Array(text.utf8)) }
        for (index, text) in base64.enumerated() {
            try write("Text", "bytes-\(index)", [1, UInt8(index)] + Array(text.utf8))
        }
        for (index, text) in dates.enumerated() { try write("Text", "date-\(index)", [2] + Array(text.utf8)) }
        for (index, value) in [0, 1.5e9, -1e300, .nan, .infinity, 6.4e10].enumerated() {
            let bits = value.bitPattern
            try write(
                "Text", "instant-\(index)", [4] + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
        }
        for (index, text) in others.enumerated() {
            for mode: UInt8 in 5...7 { try write("Text", "other-\(mode)-\(index)", [mode] + Array(text.utf8)) }
        }
    }

    /// Writes receipts, and evidence of all kinds, in the form of numbers for the ledger target.
    mutating func writeRows() throws {
        for seed in 0..<14 {
            var random = SplitMix(seed: UInt64(seed))
            let numbers = (0..<(20 + 20 * seed)).map { _ in UInt8(random.below(256)) }
            try write("Ledger", "rows-\(seed)", [0] + numbers)
            try write("Ledger", "pieces-\(seed)", [2] + numbers)
        }
    }

    /// Writes JSON like that from outside, and JSON that the reader must reject.
    mutating func writeJSON() throws {
        let texts = [
            #"{"alg":"ES256","x5c":["MIIB\/w==","MIIC"],"kid":"a"}"#, #"{"alg":"ES256","\u0061lg":"none"}"#,
            #"{"transactionId":"2000000012345678","purchaseDate":1714564800000,"price":-0.99e+1,"revocationReason":null}"#,
            #"{"id":"a\u00e9\ud83d\ude00\\\"","receipt":"AA\/=","x":[1,-2.5e+10,true,false,null,{"y":"z"}]}"#,
            " {\n\t\"é😀\" : [ ] , \"\" : { } }\r\n", "\u{FEFF}{}", #"["\ud800","\udc00\ud800"]"#,
            "[1e400,-0,0e1,9223372036854775808]",
            "{\"\u{E9}\":1,\"e\u{301}\":2,\"a\":[{\"a\":1},{\"a\":1}]}", "[1,]", "nul", "\"\u{7F}\\u0000\"",
            "{" + (0..<40).map { "\"name\($0)\":\($0)" }.joined(separator: ",") + ",\"name7\":0}",
            String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
            String(repeating: "{\"a\":", count: 65),
        ]
        for (index, text) in texts.enumerated() { try write("JSON", "text-\(index)", Array(text.utf8)) }
        try write("JSON", "utf16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0])
        try write("JSON", "octets", [0x22, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0xFF, 0x22])
    }
}
