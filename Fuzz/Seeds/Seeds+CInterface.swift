import Foundation
import FuzzSupport
import ReceiptKitTesting

/// Policies, evidence and requests, as passed to the C library.
extension Seeds {
    /// Writes evidence for each function that takes evidence, as JSON.
    mutating func writeCInterface(_ name: String, evidence: String) throws {
        let requests: KeyValuePairs<String, (UInt8, String)> = [
            "verify": (1, evidence), "ledger": (2, #"{"evidence":\#(evidence)}"#),
            "response": (3, #"{"receipt-data":\#(evidence)}"#),
        ]
        for (function, (mode, text)) in requests {
            try write("CInterface", "\(function)-of-\(name)", [mode] + Array(text.utf8))
        }
    }

    mutating func writeCInterface() throws {
        let uuid = "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"
        let roots = try TestAuthority.standard.rootCertificates.map { Data($0).base64EncodedString() }
        let root = roots.first ?? ""
        let policies = [
            "least": #"{"bundleIDs":"any","device":"unchecked"}"#,
            "most": """
            {"bundleIDs":["com.example.app"],"device":{"identifiers":["\(uuid)","00:11:22:33:44:55"],\
            "deviceVerificationIDs":["\(uuid)"]},"environments":["Production","Sandbox"],"appAppleID":6450123456,\
            "appVersion":"42","maximumAge":86400,"clockTolerance":0.5,"trustRoots":null,"intermediates":[],\
            "distrustedKeys":["\(String(repeating: "0a", count: 32))"],"acceptTransactionReceipts":true,\
            "verifyReceiptEnvironment":"Sandbox","sharedSecrets":["a"]}
            """,
            "roots": #"{"bundleIDs":["com.example.app"],"device":"unchecked","trustRoots":["\#(root)"]}"#,
            "xcode": #"{"bundleIDs":["com.example.app"],"device":"unchecked","xcodeCertificates":["\#(root)"]}"#,
        ]
        for (name, text) in policies { try write("CInterface", "policy-\(name)", [0] + Array(text.utf8)) }

        let jws = try JWSSeeds.issue(.example(.transaction)).text
        let receipt = try TestAuthority.standard.issue(TestReceipt(bundleIdentifier: "com.example.app")).base64
        let question = """
            "asOf":"2024-05-01","products":{"a":["com.example.pro"]},"staleAfter":60,"nonRenewing":{"com.example.pro":30},\
            "introductoryOfferProducts":["com.example.pro"]
            """
        let requests: KeyValuePairs<String, (UInt8, String)> = [
            "verify": (1, #"{"evidence":"\#(jws)"}"#), "verify-jws": (1, jws), "verify-receipt": (1, receipt),
            "ledger": (2, #"{"evidence":["\#(jws)"],\#(question)}"#),
            "ledger-body": (2, #"{"evidence":[{"signedTransactions":["\#(jws)"]}],"products":["com.example.pro"]}"#),
            "response": (3, #"{"receipt-data":"\#(receipt)","password":"a","exclude-old-transactions":true}"#),
        ]
        for (name, (mode, text)) in requests { try write("CInterface", name, [mode] + Array(text.utf8)) }
    }
}
