import ReceiptKit
import ReceiptKitTesting
import SwiftASN1
import Testing

@Suite("DER-20 elements of a certificate")
struct CertificateElementTests {
    @Test("A certificate may have 256 elements")
    func elements() throws {
        var seen: Set<Int> = []
        for extensions in 50...80 {
            for critical in 0...2 {
                var certificate = Attack.chain.signer
                for number in 0..<extensions {
                    // Each is a SEQUENCE, an OBJECT IDENTIFIER and an OCTET STRING, and a BOOLEAN if it is critical.
                    let identifier = TestOID([1, 2, 3, UInt64(number)])
                    certificate.extensions.append(TestExtension(identifier, isCritical: number < critical, value: []))
                }
                let bytes = try certificate.encoded()
                let count = try Self.count(DER.parse(bytes))
                seen.insert(count)
                let encoded = try? UnverifiedCertificate(derEncoded: bytes, .signer)
                #expect((encoded == nil) == (count > 256), "\(count) elements")
            }
        }
        #expect(seen.isSuperset(of: [255, 256, 257, 258]))
    }

    @Test("A name may have 512 bytes, that of the issuer and that of the subject")
    func names() throws {
        var seen: Set<Int> = []
        for length in 480...500 {
            let name = TestName([.commonName(String(repeating: "a", count: length))])
            seen.insert(name.encoded.count)
            for isIssuer in [true, false] {
                var certificate = Attack.chain.signer
                if isIssuer { certificate.issuer = name } else { certificate.subject = name }
                let encoded = try? UnverifiedCertificate(derEncoded: certificate.encoded(), .signer)
                #expect((encoded == nil) == (name.encoded.count > 512), "\(name.encoded.count) bytes")
            }
        }
        #expect(seen.isSuperset(of: [511, 512, 513]))
    }

    private static func count(_ node: ASN1Node) -> Int {
        guard case .constructed(let nodes) = node.content else { return 1 }
        return nodes.reduce(1) { $0 + count($1) }
    }
}
