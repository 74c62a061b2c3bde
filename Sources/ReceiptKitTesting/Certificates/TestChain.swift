/// The certificates behind a receipt or a JWS: signer, intermediate, root; or the signer alone, when it signed itself.
public struct TestChain: Equatable, Sendable {
    /// The certificate whose key signs.
    public var signer: TestCertificate
    /// The certificate that issued the signer's.
    public var intermediate: TestCertificate?
    /// The certificate that issued the intermediate.
    public var root: TestCertificate?

    /// A chain.
    public init(signer: TestCertificate, intermediate: TestCertificate? = nil, root: TestCertificate? = nil) {
        self.signer = signer
        self.intermediate = intermediate
        self.root = root
    }

    /// The certificates in the order of a receipt's bag and of a JWS's `x5c`: signer, intermediate, root.
    public var certificates: [TestCertificate] { [signer, intermediate, root].compactMap(\.self) }

    /// The last certificate: the one to trust.
    public var anchor: TestCertificate { root ?? intermediate ?? signer }
}
