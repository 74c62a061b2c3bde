/// A JWS under construction.
struct JWSDraft: DefectDraft {
    enum Layer: Sendable { case content, payload, chain, unsigned, signed, text }

    let authority: TestAuthority
    var content: TestJWSContent
    var payload = TestJSONObject()
    var chain: TestChain
    var jws = TestJWS(payload: TestJSONObject(), certificates: [])
    var digest = TestDigest.sha256
    /// The key to sign with, or nil for the signer certificate's own.
    var signingKey: TestKey?
    var text = ""

    init(content: TestJWSContent, authority: TestAuthority) {
        self.content = content
        self.authority = authority
        chain = authority.jws
    }

    /// The chain's certificates as strings for `x5c`.
    var certificateTexts: [String] {
        get throws(TestKitError) { try chain.encodedForJWS().map(TestText.base64) }
    }
}

extension DefectChange<JWSDraft> {
    /// A change to a layer. The change throws if the layer lacks the part to change.
    typealias Edit<Part> = @Sendable (inout Part) throws -> Void

    /// Changes the contents of the JWS.
    static func content(_ edit: @escaping Edit<TestJWSContent>) -> Self { Self(.content) { try edit(&$0.content) } }

    /// Changes the contents as their kind says, so that the JWS stays consistent.
    static func subject(_ edit: @escaping Edit<any TestJWSSubject>) -> Self { content { try $0.edit(edit) } }

    /// Changes the members of the payload.
    static func payload(_ edit: @escaping Edit<TestJSONObject>) -> Self { Self(.payload) { try edit(&$0.payload) } }

    /// Changes the JWS before signing.
    static func unsigned(_ edit: @escaping Edit<TestJWS>) -> Self { Self(.unsigned) { try edit(&$0.jws) } }

    /// Changes the header before signing.
    static func header(_ edit: @escaping Edit<TestJSONObject>) -> Self { unsigned { try edit(&$0.header) } }

    /// Changes the JWS after signing.
    static func signed(_ edit: @escaping Edit<TestJWS>) -> Self { Self(.signed) { try edit(&$0.jws) } }

    static func text(_ edit: @escaping @Sendable (String) -> String) -> Self { Self(.text) { $0.text = edit($0.text) } }

    static func chain(_ edit: @escaping Edit<TestChain>) -> Self { Self(.chain) { try edit(&$0.chain) } }

    /// Changes the signer certificate.
    static func signer(_ edit: @escaping Edit<TestCertificate>) -> Self { chain { try $0.editSigner(edit) } }

    /// Changes the intermediate certificate.
    static func intermediate(_ edit: @escaping Edit<TestCertificate>) -> Self {
        chain { try $0.editIntermediate(edit) }
    }

    /// Signs with another hash function.
    static func digest(_ digest: TestDigest) -> Self { Self(.unsigned) { $0.digest = digest } }

    /// Signs with a key other than the signer certificate's.
    static func signing(with key: TestKey) -> Self { Self(.unsigned) { $0.signingKey = key } }

    /// Changes the three certificates of `x5c`.
    static func certificates(_ change: @escaping @Sendable ([String]) throws -> [String]) -> Self {
        Self(.unsigned) {
            guard $0.chain.certificates.count == 3 else { throw NothingToSpoil() }
            $0.jws.setCertificates(try change($0.certificateTexts))
        }
    }
}

extension TestJWS {
    /// Puts strings before and after a part.
    mutating func wrap(_ part: Part, _ before: String, _ after: String) {
        rawOctets[part] = Array(before.utf8) + octets(part) + Array(after.utf8)
    }

    /// Adds a JSON string with a byte that is not valid UTF-8.
    mutating func spoilUTF8(_ part: Part) {
        rawOctets[part] = octets(part).dropLast() + Array(#","note":""#.utf8) + [0xff] + Array(#""}"#.utf8)
    }
}

extension String {
    /// Arrays nested 1,000 deep.
    static let deepArrays = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)

    /// An object with 1,001 members.
    static let manyMembers = "{" + (0...1_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
}
