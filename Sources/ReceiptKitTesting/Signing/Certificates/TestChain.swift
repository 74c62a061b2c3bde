/// The certificates of a receipt or a JWS: signer, intermediate and root, or a self-signed signer only.
package struct TestChain: Equatable, Sendable {
    /// The certificate whose key signs the evidence.
    package var signer: TestCertificate
    /// The certificate that issued the signer certificate.
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

    /// The last certificate, which is the one to trust.
    package var anchor: TestCertificate { root ?? intermediate ?? signer }
}
