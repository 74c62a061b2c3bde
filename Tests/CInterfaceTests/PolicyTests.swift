import Foundation
import JSONSupport
import TestSupport
import Testing

/// Tests policies as JSON. Members that affect security have no default, and a misspelled member is an error.
@Suite("Policies as JSON")
struct PolicyTests {
    private static var xcode: String { get throws { Data(try Fixtures.file("xcode.cer")).base64EncodedString() } }
    private static let valid = [#""bundleIDs":["com.example.app"]"#, #""device":"unchecked""#]

    @Test(
        "A policy with a missing required member or an unknown one is an error",
        arguments: [
            ("", "json.syntax"), ("[]", "json.shape"), ("{}", "policy.missingMember"), ("{", "json.syntax"),
            (#"{"device":"unchecked"}"#, "policy.missingMember"),
            (#"{"bundleIDs":["a"]}"#, "policy.missingMember"),
            (#"{"bundleIDs":["a"],"device":null}"#, "policy.missingMember"),
            (#"{"bundleIDs":null,"device":"unchecked"}"#, "policy.missingMember"),
            (#"{"bundleIDs":[],"device":"unchecked"}"#, "policy.bundleIdentifierMissing"),
            (#"{"bundleIDs":["a"],"bundleIDs":["b"],"device":"unchecked"}"#, "json.repeatedMember"),
        ])
    func whole(text: String, code: String) { expect(text, code) }

    @Test(
        "A member with an invalid value is an error",
        arguments: [
            (#""bundleIDs":"every""#, "policy.invalidMember"), (#""bundleIDs":["a",1]"#, "policy.invalidMember"),
            (#""bundleIDs":[""]"#, "policy.invalidMember"), (#""device":"any""#, "policy.invalidMember"),
            (#""device":{}"#, "policy.invalidMember"), (#""device":{"identifiers":[]}"#, "policy.invalidMember"),
            (#""device":{"identifiers":["12"]}"#, "policy.invalidMember"),
            (#""device":{"identifier":["00:11:22:33:44:55"]}"#, "policy.invalidMember"),
            (#""device":{"deviceVerificationIDs":["0011"]}"#, "policy.invalidMember"),
            (#""environments":["production"]"#, "policy.invalidMember"),
            (#""environments":[]"#, "policy.environmentMissing"), (#""appAppleID":0"#, "policy.invalidMember"),
            (#""appAppleID":1.5"#, "policy.invalidMember"), (#""appAppleID":"1""#, "policy.invalidMember"),
            (#""appAppleID":9223372036854775808"#, "policy.invalidMember"),
            (#""appVersion":"""#, "policy.invalidMember"),
            (#""maximumAge":-1"#, "policy.invalidMember"), (#""maximumAge":1e999"#, "policy.invalidMember"),
            (#""clockTolerance":"300""#, "policy.invalidMember"), (#""trustRoots":["?"]"#, "policy.invalidMember"),
            (#""trustRoots":[]"#, "trustAnchor.missing"), (#""trustRoots":["MAA="]"#, "trustAnchor.malformed"),
            (#""intermediates":["MAA="]"#, "trustAnchor.malformed"),
            (#""xcodeCertificates":[]"#, "trustAnchor.missing"),
            (#""distrustedKeys":["00"]"#, "policy.invalidMember"),
            (#""acceptTransactionReceipts":1"#, "policy.invalidMember"),
            (#""verifyReceiptEnvironment":"Xcode""#, "policy.invalidMember"),
            (#""sharedSecrets":[]"#, "policy.invalidMember"), (#""sharedSecrets":"a""#, "policy.invalidMember"),
            (#""bundleIds":["a"]"#, "policy.unknownMember"), (#""__proto__":{}"#, "policy.unknownMember"),
            (#""xcodeCertificates":["MAA="],"trustRoots":["MAA="]"#, "policy.contradiction"),
            (
                #""xcodeCertificates":["\#((try? xcode) ?? "")"],"verifyReceiptEnvironment":"Sandbox""#,
                "policy.environmentNotXcode"
            ),
            (#""xcodeCertificates":["MAA="],"intermediates":["MAA="]"#, "policy.contradiction"),
        ])
    func member(members: String, code: String) {
        let name = members.prefix { $0 != ":" }
        let others = Self.valid.filter { !$0.hasPrefix(name) }
        expect("{" + (others + [members]).joined(separator: ",") + "}", code)
    }

    @Test(
        "The message for an invalid member says which values are valid",
        arguments: [
            (
                #""device":5"#,
                #"""
                The policy's device isn't "unchecked", or an object with one or both of "identifiers": a list of UUIDs and \#
                MAC addresses and "deviceVerificationIDs": a list of UUIDs
                """#
            ),
            (#""appAppleID":0"#, "The policy's appAppleID isn't a whole number from 1"),
        ])
    func message(member: String, message: String) throws {
        let others = Self.valid.filter { !$0.hasPrefix(member.prefix { $0 != ":" }) }
        let policy = "{" + (others + [member]).joined(separator: ",") + "}"
        let failure = #expect(throws: Library.Failure.self) { _ = try Library(policy) }
        let answer = try #require(JSON.read(Array((failure?.json ?? "").utf8)))
        #expect(answer["error"]?["message"]?.string == message)
    }

    @Test(
        "A policy that is accepted",
        arguments: [
            #""bundleIDs":"any""#, #""bundleIDs":["a","b"]"#, #""device":{"identifiers":["00:11:22:33:44:55"]}"#,
            #""device":{"identifiers":["0E3B5C1D-7A42-4D0F-9B61-2F6C8D1E4A57"]}"#,
            #""device":{"deviceVerificationIDs":["0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"]}"#,
            #""environments":["Production","Sandbox"]"#, #""environments":null"#, #""appAppleID":1"#,
            #""appAppleID":6450123456"#,
            #""appVersion":"42""#, #""maximumAge":86400,"clockTolerance":0.5"#,
            #""verifyReceiptEnvironment":"Sandbox""#, #""sharedSecrets":["a"]"#, #""acceptTransactionReceipts":false"#,
            "\"distrustedKeys\":[\"" + String(repeating: "0a", count: 32) + "\"]",
        ])
    func accepted(members: String) throws {
        let name = members.prefix { $0 != ":" }
        let others = Self.valid.filter { !$0.hasPrefix(name) }
        _ = try Library("{" + (others + [members]).joined(separator: ",") + "}")
    }

    @Test(
        "The verifier applies every member of the policy",
        arguments: [
            (#""environments":["Sandbox"]"#, "environment.mismatch"), (#""appVersion":"0""#, "appVersion.unanswered"),
            (#""maximumAge":1"#, "date.tooOld"), (#""trustRoots":null"#, "chain.untrustedRoot"),
            (
                #""device":{"deviceVerificationIDs":["0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"]}"#,
                "device.verificationMissing"
            ),
            (#""device":{"identifiers":["00:11:22:33:44:55"]}"#, "device.identifierMissing"),
        ])
    func demanded(members: String, code: String) throws {
        let name = members.prefix { $0 != ":" }
        let roots = try GoldenAnswer.roots.map { Data(try Fixtures.file($0)).base64EncodedString() }
        let all = Self.valid + [#""trustRoots":["\#(roots.joined(separator: "\",\""))"]"#]
        let policy = "{" + (all.filter { !$0.hasPrefix(name) } + [members]).joined(separator: ",") + "}"
        let answer = try Library(policy).verify(try Fixtures.file("jws/renewal.jws"), at: try AnswerTests.time)
        #expect(answer.contains(#""code":"\#(code)""#), "\(answer)")
    }

    private func expect(_ policy: String, _ code: String) {
        let failure = #expect(throws: Library.Failure.self) { _ = try Library(policy) }
        let answer = failure?.json ?? ""
        #expect(answer.hasPrefix(#"{"error":{"code":"\#(code)","message":""#), "\(answer)")
        // The remedy for this error is only for tests.
        #expect(answer.contains(#","hint":""#) != (code == "json.repeatedMember"), "\(answer)")
    }
}
