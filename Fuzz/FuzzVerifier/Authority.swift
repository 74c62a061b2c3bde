import FixtureScenarios
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// The test authority, with expensive signatures made once.
enum Authority {
    static let standardTrust: TrustStore = made { try .roots([TestAuthority.standard.rootCertificate]) }
    static let xcodeTrust: TrustStore = made { try .xcode([TestAuthority.xcode.rootCertificate]) }

    /// The fixtures with a valid signature, even if they are rejected for other reasons.
    private static let genuine: [[UInt8]] = made {
        let files = try FixtureCatalogue.files()
        let valid = files.filter { file in
            file.path.hasSuffix(".json")
                && String(decoding: file.bytes, as: UTF8.self).contains("\"signatureValid\": true")
        }
        let names = Set(valid.map { $0.path.dropLast(".json".count) + ".receipt" })
        return files.filter { names.contains($0.path[...]) }.map(\.bytes)
    }

    /// All signatures of the authority so far. They are deterministic, so each content has one signature per key.
    static let signatures = Set(genuine.compactMap { Signature($0) })

    /// The signer certificates of the fixtures that are verified.
    static let signers = Set(
        genuine.flatMap { bytes in
            [Subject.all[0], Subject.all[3]].compactMap { try? $0.fresh.verify(bytes).get().verification.signer }
        })

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

    /// Returns a receipt with this content and a valid signature.
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

/// The content of a receipt, with its signature.
struct Signature: Hashable {
    let content: ArraySlice<UInt8>
    let octets: ArraySlice<UInt8>

    init?(_ bytes: [UInt8]) {
        var container = UnverifiedSignedData()
        let all = bytes[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        do throws(FormatError) { try container.read(&reader, of: bytes, limits: ReceiptLimits()) } catch { return nil }
        guard let content = container.content, let signer = container.signer else { return nil }
        (self.content, octets) = (content, bytes[signer.signature])
    }
}
