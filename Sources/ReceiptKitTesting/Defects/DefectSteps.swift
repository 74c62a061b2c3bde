/// What a defect changes, layer by layer in the order in which a receipt is made. Most change one layer.
struct DefectSteps {
    /// A change of one layer. False if there is nothing to spoil.
    typealias Step<Layer> = (inout Layer) throws(TestKitError) -> Bool

    var receipt: Step<TestReceipt>?
    var payload: Step<TestAttributeSet>?
    var chain: Step<DefectiveChain>?
    var unsigned: Step<DefectiveContainer>?
    var signed: Step<DefectiveContainer>?
    var bytes: Step<[UInt8]>?
}

/// The chain, and the receipt whose creation date judges it.
struct DefectiveChain {
    var chain: TestChain
    let receipt: TestReceipt

    /// Changes the intermediate. False if there is none.
    mutating func editIntermediate(_ change: (inout TestCertificate) -> Void) -> Bool {
        guard var intermediate = chain.intermediate else { return false }
        change(&intermediate)
        chain.intermediate = intermediate
        return true
    }

    /// Changes the signer. False if the signer signed itself: there is no chain then to break.
    mutating func editSigner(_ change: (inout TestCertificate) -> Void) -> Bool {
        guard chain.intermediate != nil else { return false }
        change(&chain.signer)
        return true
    }
}

/// The container, with the payload that its content was made of.
struct DefectiveContainer {
    var signedData: TestSignedData
    var payload: TestAttributeSet
    let chain: TestChain

    /// Changes every signer.
    mutating func editSigners(_ change: (inout TestSignerInfo) -> Void) -> Bool {
        for index in signedData.signers.indices { change(&signedData.signers[index]) }
        return !signedData.signers.isEmpty
    }
}

/// A defect: what it is, what it costs, and how it is made.
struct DefectDefinition {
    /// One line for a person.
    let summary: String
    /// The stable code of the refusal.
    let expectedError: String
    /// Whether the signature still fits the content, as OpenSSL sees it without judging the certificates. Nil if OpenSSL
    /// does not come so far.
    let isSignatureValid: Bool?
    let steps: DefectSteps

    init(_ summary: String, _ expectedError: String, isSignatureValid: Bool? = true, _ steps: DefectSteps) {
        self.summary = summary
        self.expectedError = expectedError
        self.isSignatureValid = isSignatureValid
        self.steps = steps
    }
}
