import Foundation
import FuzzSupport
import ReceiptKitTesting

/// JWS for the two targets that read them.
extension Seeds {
    mutating func writeJWS() throws {
        for (name, jws) in JWSSeeds.contents {
            let issued = try JWSSeeds.issue(jws)
            let payload = marked(issued.jws.payload.text)
            try writeCInterface(name, evidence: "\"\(issued.text)\"")
            let isXcode = name.hasPrefix("xcode")
            try write("JWS", "payload-\(name)", [3] + Array(issued.jws.payload.text.utf8.prefix(4_096)))
            let short = #"{"alg":"ES256","x5c":["MIIB/w==","MIIC","TWFu"],"kid":"a"}"#
            try write("JWS", "parts-\(name)", [1] + Array(short.utf8) + [0] + Array(payload.utf8))
            for policy in isXcode ? [4] : name == "notification" ? [0, 1, 2, 3] : [0, 1] as [UInt8] {
                let header = #"{"alg":"ES256","x5c":$}"#
                try write("JWSVerifier", "\(name)-\(policy)", [policy] + Array(header.utf8) + [0] + Array(payload.utf8))
            }
        }
        let headers = [
            #"{"x5c":$,"alg":"ES256","kid":"Apple_Xcode_Key","typ":"JWT"}"#,
            #"{"\u0061lg":"ES256","x5c":$,"jku":null}"#,
            #"{"alg":"none","x5c":$}"#, #"{"alg":"ES256","x5c":$,"crit":["b64"],"b64":false}"#,
        ]
        let transaction = try JWSSeeds.issue(.example(.transaction))
        for (index, header) in headers.enumerated() {
            let payload = transaction.jws.payload.text
            try write("JWSVerifier", "header-\(index)", [2] + Array(header.utf8) + [0] + Array(payload.utf8))
        }
        try writeBodies(transaction.text)
    }

    private mutating func writeBodies(_ transaction: String) throws {
        let renewalInfo = try JWSSeeds.issue(.example(.renewalInfo)).text
        let xcode = try JWSSeeds.issue(TestTransaction(environment: .xcode, signedDate: .utc(2024, 4, 1)).content).text
        let appTransaction = try JWSSeeds.issue(.example(.appTransaction)).text
        let notification = try JWSSeeds.issue(.example(.notification)).text
        let request = try JWSSeeds.issue(.example(.realtimeRequest)).text
        let pair = #"{"signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"\#(renewalInfo)"}"#
        let texts = [
            "transaction": transaction, "xcode": xcode, "pair": pair,
            "list": #"{"signedTransactions":["\#(transaction)"],"hasMore":false}"#,
            "groups": #"{"data":[{"lastTransactions":[\#(pair)]}]}"#,
            "receipt": #"{"receipt-data":"MIIB","password":"a"}"#,
            "version-1": #"{"unified_receipt":{"latest_receipt":"MIIB"}}"#, "payload": #"{"signedPayload":"a.b.c"}"#,
            "history": #"{"notificationHistory":[{"signedPayload":"\#(notification)"}],"hasMore":true}"#,
            "request": #"{"signedPayload":"\#(request)"}"#, "order": #"{"status":1,"signedTransactions":[]}"#,
            "app-transaction": #"{"signedAppTransactionInfo":"\#(appTransaction)"}"#,
            "answer": #"{"status":0,"receipt":{"in_app":[]},"latest_receipt":"MIIB","latest_receipt_info":[]}"#,
            "version-1-2020": #"{"password":"a","latest_receipt":"MIIB","unified_receipt":{}}"#,
        ]
        for (name, text) in texts {
            try write("JWS", name, [text.first == "{" ? 2 : 0] + Array(text.utf8))
            if text.first == "{" { try writeCInterface("body-\(name)", evidence: text) }
        }
    }

    /// Returns the payload with marks in place of nested JWS, which the target replaces.
    private func marked(_ payload: String) -> String {
        var payload = payload
        let marks = ["signedTransactionInfo": "%T", "signedRenewalInfo": "%R", "signedAppTransactionInfo": "%A"]
        for (name, mark) in marks {
            guard let start = payload.range(of: "\"\(name)\":\""),
                let end = payload.range(of: "\"", range: start.upperBound..<payload.endIndex)
            else { continue }
            payload.replaceSubrange(start.upperBound..<end.lowerBound, with: mark)
        }
        return payload
    }
}
