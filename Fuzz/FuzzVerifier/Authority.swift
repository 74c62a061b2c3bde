import FuzzSupport
import ReceiptKit
import ReceiptKitTesting

/// The test authority, with what costs a signature made once.
enum Authority {
    static let standardTrust: TrustAnchor = made { try .roots([TestAuthority.standard.rootCertificate]) }
    static let xcodeTrust: TrustAnchor = made { try .xcode(TestAuthority.xcode.rootCertificate) }

    /// The contents of all fixtures, which are what it has signed so far.
    static let signedContents: Set<ArraySlice<UInt8>> = made {
        var contents: Set<ArraySlice<UInt8>> = []
        for file in try FixtureCatalogue.files() where file.path.hasSuffix(".receipt") {
            if let content = try? SignedReceipt(file.bytes).content { contents.insert(content) }
        }
        return contents
    }

    private static let sha256 = container(.standard, .sha256)
    private static let sha1 = container(.standard, .sha1)
    private static let xcode = container(.xcode, .sha256)

    private static func container(_ authority: TestAuthority, _ digest: TestDigest) -> TestSignedData {
        made {
            try TestSignedData(
                content: [], chain: authority.chain(for: digest), digest: digest,
                envelope: authority == .xcode ? .ber() : .der)
        }
    }

    /// A receipt with this content, rightly signed.
    static func sign(_ content: [UInt8], _ digest: TestDigest, isXcode: Bool) -> [UInt8] {
        made {
            var container = isXcode ? xcode : digest == .sha1 ? sha1 : sha256
            container.content = content
            try container.sign(with: (isXcode ? TestAuthority.xcode : .standard).chain(for: digest).signer.key)
            return container.encoded
        }
    }

    private static func made<T>(_ make: () throws -> T) -> T {
        do { return try make() } catch { failed("the test kit: \(error)") }
    }
}
