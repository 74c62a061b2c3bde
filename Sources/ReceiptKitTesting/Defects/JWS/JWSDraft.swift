/// A JWS in the making.
struct JWSDraft: DefectDraft {
    enum Layer: Sendable { case content, payload, chain, unsigned, signed, text }

    let authority: TestAuthority
    var content: TestJWSContent
    var payload = TestJSONObject()
    var chain: TestChain
    var jws = TestJWS(payload: TestJSONObject(), certificates: [])
    var digest = TestDigest.sha256
    /// The key that signs, if it is not the signer's.
    var signingKey: TestKey?
    var text = ""

    init(content: TestJWSContent, authority: TestAuthority) {
        self.content = content
        self.authority = authority
        chain = authority.jws
    }

    /// The chain's certificates as they stand in `x5c`.
    var certificateTexts: [String] {
        get throws(TestKitError) { try chain.encodedForJWS().map(TestText.base64) }
    }
}

extension DefectChange<JWSDraft> {
    /// A change that finds what it needs in its layer.
    typealias Edit<Part> = @Sendable (inout Part) throws -> Void

    /// Changes what the JWS says.
    static func content(_ edit: @escaping Edit<TestJWSContent>) -> Self { Self(.content) { try edit(&$0.content) } }

    /// Changes the members of the payload.
    static func payload(_ edit: @escaping Edit<TestJSONObject>) -> Self { Self(.payload) { try edit(&$0.payload) } }

    /// Changes the JWS before it is signed.
    static func unsigned(_ edit: @escaping Edit<TestJWS>) -> Self { Self(.unsigned) { try edit(&$0.jws) } }

    /// Changes the header before it is signed.
    static func header(_ edit: @escaping Edit<TestJSONObject>) -> Self { unsigned { try edit(&$0.header) } }

    /// Changes the JWS after it was signed.
    static func signed(_ edit: @escaping Edit<TestJWS>) -> Self { Self(.signed) { try edit(&$0.jws) } }

    static func text(_ edit: @escaping @Sendable (String) -> String) -> Self { Self(.text) { $0.text = edit($0.text) } }

    static func chain(_ edit: @escaping Edit<TestChain>) -> Self { Self(.chain) { try edit(&$0.chain) } }

    /// Changes the signer's certificate.
    static func signer(_ edit: @escaping Edit<TestCertificate>) -> Self { chain { try $0.editSigner(edit) } }

    /// Changes the intermediate.
    static func intermediate(_ edit: @escaping Edit<TestCertificate>) -> Self {
        chain { try $0.editIntermediate(edit) }
    }

    /// Signs over another hash.
    static func digest(_ digest: TestDigest) -> Self { Self(.unsigned) { $0.digest = digest } }

    /// Signs with another key than the signer's.
    static func signing(with key: TestKey) -> Self { Self(.unsigned) { $0.signingKey = key } }

    /// Changes the certificates of `x5c`, which are three.
    static func certificates(_ change: @escaping @Sendable ([String]) throws -> [String]) -> Self {
        Self(.unsigned) {
            guard $0.chain.certificates.count == 3 else { throw NothingToSpoil() }
            $0.jws.setCertificates(try change($0.certificateTexts))
        }
    }
}

extension TestJWS {
    /// Puts a text before a part's and one after it.
    mutating func wrap(_ part: Part, _ before: String, _ after: String) {
        rawOctets[part] = Array(before.utf8) + octets(part) + Array(after.utf8)
    }

    /// Adds a string of one byte that begins no character.
    mutating func spoilUTF8(_ part: Part) {
        rawOctets[part] = octets(part).dropLast() + Array(#","note":""#.utf8) + [0xff] + Array(#""}"#.utf8)
    }
}

extension String {
    /// Arrays nested a thousand deep.
    static let deepArrays = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)

    /// An object of 1,001 members.
    static let manyMembers = "{" + (0...1_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
}
