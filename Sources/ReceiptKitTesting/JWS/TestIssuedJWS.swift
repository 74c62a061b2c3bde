/// A JWS that has been signed, with the layers it was made of.
///
/// To spoil what no ``JWSDefect`` names, change a layer and sign again:
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

    /// Signs a JWS. Defects are put in one after the other.
    ///
    /// The authority's own chain signs, whatever the environment: for a JWS of Xcode's take ``xcode``, whose only certificate stands alone in
    /// `x5c`. Xcode's header has `kid` and `typ` too.
    ///
    /// - Throws: ``TestKitError/defectNotApplicable(_:)``, if there is nothing for a defect to spoil.
    public func sign(
        _ content: some TestJWSConvertible, defects: [JWSDefect] = []
    ) throws(TestKitError) -> String {
        try issue(content, defects: defects).text
    }
}

extension TestChain {
    /// The certificates as DER. Those of the standard authority are signed once: three signatures for each JWS would be three of four.
    func encodedForJWS() throws(TestKitError) -> [[UInt8]] {
        self == TestAuthority.standard.jws ? try Self.standardEncoded.get() : try encoded()
    }

    private static let standardEncoded = Result { () throws(TestKitError) in try TestAuthority.standard.jws.encoded() }

    private func encoded() throws(TestKitError) -> [[UInt8]] {
        try certificates.map { (certificate) throws(TestKitError) in try certificate.encoded() }
    }
}
