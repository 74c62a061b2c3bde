/// The kit's own keys for StoreKit 2's JWS: random numbers, generated once.
///
/// They are PUBLIC TEST KEYS, like those for receipts. Never trust a certificate with one of them outside tests.
extension TestKey {
    /// The key of the root of the chain that signs JWS.
    package static let jwsRoot = TestKey(
        embedded: .p384,
        "61057f4e443e7447edecd6e12c1661307c51429052154bf03fd7d2fae3c7b997f0994ee32b6d7ff32462ddad7ca075c7")

    /// The key of the intermediate under that root.
    package static let jwsIntermediate = TestKey(
        embedded: .p384,
        "95c1e8a51e9901943f5f5a7db4c08e390a826b9a4442b65b2183bce1c2172db96487367116eae9ddf218abab8b52accd")

    /// The key that signs JWS.
    package static let jwsSigner = TestKey(
        embedded: .p256, "db59ebf8c3283337784ba35ea2d1468bc8378dbae307227ed618364566a69717")

    /// The key of a developer, whose certificate may sign apps but not JWS.
    package static let jwsDeveloper = TestKey(
        embedded: .p256, "22fd76c1c78ea1ae5b856fbc461526840d38ce47117279cfc2a305ffee5a0ca0")

    /// The stand-in for the key with which Xcode on a Mac signs JWS.
    package static let jwsXcode = TestKey(
        embedded: .p256, "06229e214329f0f3a293c2351b080cc35e7be136675a687dc5d1d797732cdbff")

    /// The key of an untrusted root for JWS.
    package static let untrustedJWSRoot = TestKey(
        embedded: .p384,
        "e9673800ace854648228f8a3d08247265a48bc4e481e5acb04d69af855661fcaee4aaa759a71b3e82788e315150e324a")

    /// The key of an intermediate under that root.
    package static let untrustedJWSIntermediate = TestKey(
        embedded: .p384,
        "71555fd02a9a00ea085057e1a79698f5a04b67d1a918c605b468a818b1aae20da97515a7b2397f9dedae40a0fa2265c5")

    /// The key of a signer under that intermediate.
    package static let untrustedJWSSigner = TestKey(
        embedded: .p256, "c15c512900c4c26081c7c4213a827d2bc8aecd50695e9bc69c5eac00bed0f86f")

    /// A P-256 key for an intermediate, where Apple uses P-384.
    package static let p256Intermediate = TestKey(
        embedded: .p256, "b4562d0497b8f07aa18b428d9382be9c5bbe1d4f014ac01c940002abb77d1a32")

    /// A P-384 key for a signer, where Apple uses P-256.
    package static let p384Signer = TestKey(
        embedded: .p384,
        "5e152ef41e34f93a3ff60389dbed26704982fa0df95d4c4b2b5bd3cf9edb5a5df4c3bd33070d29beca3f6afc20938fb2")
}
