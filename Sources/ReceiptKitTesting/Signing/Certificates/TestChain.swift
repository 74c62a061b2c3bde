/// The certificates behind a receipt or a JWS: signer, intermediate, root; or the signer alone, when it signed itself.
package struct TestChain: Equatable, Sendable {
    /// The certificate whose key signs.
    package var signer: TestCertificate
    /// The certificate that issued the signer's.
    package var intermediate: TestCertificate?
    /// The certificate that issued the intermediate.
    package var root: TestCertificate?

    package init(signer: TestCertificate, intermediate: TestCertificate? = nil, root: TestCertificate? = nil) {
        self.signer = signer
        self.intermediate = intermediate
        self.root = root
    }

    /// The certificates in the order of a receipt's certificate set and of a JWS's `x5c`: signer, intermediate, root.
    package var certificates: [TestCertificate] { [signer, intermediate, root].compactMap(\.self) }

    /// The last certificate: the one to trust.
    package var anchor: TestCertificate { root ?? intermediate ?? signer }
}
