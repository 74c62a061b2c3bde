import Foundation
import ReceiptFields
import ReceiptKit
import Testing

/// Tests the compact serialization of RFC 7515 section 7.1, before anything in it is verified.
@Suite("StoreKit 2: the form of a JWS")
struct JWSFormTests {
    static let forms: [(text: String, count: Int)] = [
        ("a", 1), ("a.b", 2), ("a.b.c.d", 4), ("a.b..c", 4), ("a.b.c.", 4), ("..", 0), ("a..c", 2), (".b.c", 2),
        ("a.b.", 2),
    ]

    @Test("A JWS has three parts, and none is empty", arguments: forms)
    func parts(_ row: (text: String, count: Int)) {
        #expect(throws: FormatError(.jws(.parts(row.count)), offset: 0)) { try certificates(ofJWS: row.text) }
    }

    @Test("JWS-02 the error has at most 64 bytes of another algorithm's name")
    func algorithm() {
        for count in [5, 63, 64, 65, 2_000] {
            let name = String(repeating: "x", count: count)
            let header = Data(#"{"alg":"\#(name)","x5c":[]}"#.utf8).base64EncodedString().prefix { $0 != "=" }
            let reason = FormatError.Reason.jws(.algorithm(Array(name.utf8.prefix(64))))
            #expect(throws: FormatError(reason, path: .header("alg"), offset: 0)) {
                try certificates(ofJWS: "\(header).e30.AA")
            }
        }
    }
}
