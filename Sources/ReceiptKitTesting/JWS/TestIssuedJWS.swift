/// A signed JWS, with the layers from which it was made.
///
/// To create a defect that ``JWSDefect`` doesn't have, change a layer and sign again:
///
/// ```swift
/// let issued = try TestAuthority.standard.issue(TestTransaction())
/// var jws = issued.jws
/// jws.header.set("crit", "[]")
/// try jws.sign(with: issued.chain.signer.key)
/// let text = jws.text
/// ```
package struct TestIssuedJWS: Equatable, Sendable {
    package let content: TestJWSContent
    package let chain: TestChain
    package let jws: TestJWS
    package let text: String
}

extension TestAuthority {
    /// Signs a JWS and keeps its layers.
    package func issue(
        _ content: some TestJWSConvertible, defects: [JWSDefect] = []
    ) throws(TestKitError) -> TestIssuedJWS {
        var draft = JWSDraft(content: content.content, authority: self)
        for defect in defects where draft.content.kind != .other && !defect.kinds.contains(draft.content.kind) {
            throw .defectNotApplicable(defect.name)
        }
        try draft.spoil(defects, .content)
        draft.payload = try draft.content.payload(by: self)
        try draft.spoil(defects, .payload)
        try draft.spoil(defects, .chain)
        draft.jws = TestJWS(payload: draft.payload, certificates: try draft.chain.encodedForJWS())
        if draft.chain.intermediate == nil {
            draft.jws.header.append("kid", "\"Apple_Xcode_Key\"")
            draft.jws.header.append("typ", "\"JWT\"")
        }
        try draft.spoil(defects, .unsigned)
        try draft.jws.sign(with: draft.signingKey ?? draft.chain.signer.key, digest: draft.digest)
        try draft.spoil(defects, .signed)
        draft.text = draft.jws.text
        try draft.spoil(defects, .text)
        return TestIssuedJWS(content: draft.content, chain: draft.chain, jws: draft.jws, text: draft.text)
    }

    /// Signs a JWS. Defects are applied one after the other.
    ///
    /// The authority's own chain signs, whatever the environment is. For a JWS from Xcode use the authority ``xcode``, whose certificate is
    /// the only one in `x5c`. Xcode's header also has `kid` and `typ`.
    ///
    /// - Throws: ``TestKitError/defectNotApplicable(_:)``, if a part that a defect changes is missing.
    public func sign(
        _ content: some TestJWSConvertible, defects: [JWSDefect] = []
    ) throws(TestKitError) -> String {
        try issue(content, defects: defects).text
    }
}

extension TestChain {
    /// Returns the certificates as DER. The certificates of the standard authority are cached. Otherwise, three of the four signatures
    /// computed for each JWS would be those on its certificates.
    func encodedForJWS() throws(TestKitError) -> [[UInt8]] {
        self == TestAuthority.standard.jws ? try Self.standardEncoded.get() : try encoded()
    }

    private static let standardEncoded = Result { () throws(TestKitError) in try TestAuthority.standard.jws.encoded() }

    private func encoded() throws(TestKitError) -> [[UInt8]] {
        try certificates.map { (certificate) throws(TestKitError) in try certificate.encoded() }
    }
}
