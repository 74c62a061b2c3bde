/// What a defect changes, layer by layer in the order in which a JWS is made. Most change one layer.
struct JWSDefectSteps: Sendable {
    /// A change of one layer. False if there is nothing to spoil.
    typealias Step = @Sendable (inout JWSDraft) throws(TestKitError) -> Bool

    var content: Step?
    var payload: Step?
    var chain: Step?
    var unsigned: Step?
    var signed: Step?
    var text: Step?

    /// A change that always finds something to spoil.
    typealias Change<Layer> = @Sendable (inout Layer) -> Void

    /// Changes what the payload says.
    static func payload(_ change: @escaping Change<TestJSONObject>) -> Self {
        Self(payload: {
            change(&$0.payload)
            return true
        })
    }

    /// Changes the JWS before it is signed.
    static func unsigned(_ change: @escaping Change<TestJWS>) -> Self {
        Self(unsigned: {
            change(&$0.jws)
            return true
        })
    }

    /// Changes the header before it is signed.
    static func header(_ change: @escaping Change<TestJSONObject>) -> Self { unsigned { change(&$0.header) } }

    /// Changes the JWS after it was signed.
    static func signed(_ change: @escaping Change<TestJWS>) -> Self {
        Self(signed: {
            change(&$0.jws)
            return true
        })
    }

    /// Changes the text.
    static func text(_ change: @escaping @Sendable (String) -> String) -> Self {
        Self(text: {
            $0.text = change($0.text)
            return true
        })
    }

    /// Changes the signer's certificate. There must be a chain.
    static func signer(_ change: @escaping Change<TestCertificate>) -> Self {
        Self(chain: {
            guard $0.chain.intermediate != nil else { return false }
            change(&$0.chain.signer)
            return true
        })
    }

    /// Changes the intermediate. There must be one.
    static func intermediate(_ change: @escaping Change<TestCertificate>) -> Self {
        Self(chain: {
            guard var intermediate = $0.chain.intermediate else { return false }
            change(&intermediate)
            $0.chain.intermediate = intermediate
            return true
        })
    }

    /// Changes the certificates of `x5c`, which are three.
    static func certificates(_ change: @escaping @Sendable ([String]) -> [String]) -> Self {
        Self(unsigned: { (draft) throws(TestKitError) in
            guard draft.chain.certificates.count == 3 else { return false }
            draft.jws.setCertificates(change(try draft.certificateTexts))
            return true
        })
    }
}

/// A JWS in the making.
struct JWSDraft {
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

    mutating func spoil(
        _ defects: [JWSDefect], _ step: (JWSDefectSteps) -> JWSDefectSteps.Step?
    ) throws(TestKitError) {
        for defect in defects {
            guard let change = step(defect.steps) else { continue }
            guard try change(&self) else { throw .jwsDefectNotApplicable(defect) }
        }
    }
}
