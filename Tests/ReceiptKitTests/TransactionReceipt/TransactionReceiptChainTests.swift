import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Transaction receipts: issuers and keys")
struct TransactionReceiptChainTests {
    typealias Subject = TransactionReceiptSubject

    @Test("The embedded issuers are the certificates that Apple published")
    func embedded() {
        #expect(
            AppleIssuerCertificates.all.map { Fingerprint(of: $0).description } == [
                "447ad65484610f20fdc33804c8597a1e208fbe4ef9c5653485cc7d3df730c016",
                "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
                "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
                "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
                "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
            ])
    }

    @Test("An issuer isn't a trust anchor: without the root's signature it is untrusted")
    func noAnchor() throws {
        let issued = try TestAuthority.untrusted.issue(TestTransactionReceipt())
        let issuer = try issued.issuerCertificate
        let roots = try Subject.authority.rootCertificates
        let verifier = try Subject.verifier { $0 = try $0.with(trust: .roots(roots, intermediates: [issuer])) }
        #expect(Subject.refusal(issued.bytes, verifier) == .untrustedRoot(Fingerprint(of: issuer)))
    }

    @Test("If two issuers have the same name, the one that signed is used", arguments: [false, true])
    func sameName(isFirst: Bool) throws {
        let issued = try Subject.issue()
        let other = try TestAuthority.untrusted.issue(TestTransactionReceipt())
        let issuers = try [issued.issuerCertificate, other.issuerCertificate]
        let roots = try Subject.authority.rootCertificates
        let verifier = try Subject.verifier {
            $0 = try $0.with(trust: .roots(roots, intermediates: isFirst ? issuers : issuers.reversed()))
            $0.appAppleID = nil
        }
        #expect(Subject.refusal(issued.bytes, verifier) == nil)
    }

    @Test("An issuer is checked like any: flag, marker, dates", arguments: ["flag", "marker", "dates", "markerOfTwo"])
    func issuerFaults(fault: String) throws {
        var chain = TestAuthority.standard.sha256
        var intermediate = try #require(chain.intermediate)
        switch fault {
        case "flag": intermediate.extensions.set(.basicConstraints(isAuthority: false))
        case "marker": intermediate.extensions.remove(.receiptIssuerMarker)
        case "markerOfTwo":
            intermediate.extensions.remove(.receiptIssuerMarker)
            intermediate.extensions.append(.marker(.purchaseIssuerMarker))
        default: intermediate.notAfter = .utc(2023, 11, 1)
        }
        chain.intermediate = intermediate
        let authority = TestAuthority(
            sha256: chain, sha1: TestAuthority.standard.sha1, jws: TestAuthority.standard.jws)
        let issued = try authority.issue(TestTransactionReceipt())
        let roots = try Subject.authority.rootCertificates
        let issuer = try issued.issuerCertificate
        let verifier = try Subject.verifier { $0 = try $0.with(trust: .roots(roots, intermediates: [issuer])) }
        let expected: VerificationError =
            switch fault {
            case "flag": .notCertificateAuthority(.intermediate)
            case "dates":
                .certificateExpired(
                    .intermediate, notAfter: .utc(2023, 11, 1), created: issued.receipt.purchaseDate.measured)
            default: .notReceiptIssuer(Fingerprint(of: issuer))
            }
        #expect(Subject.refusal(issued.bytes, verifier) == expected)
    }

    @Test("An issuer must be a valid certificate")
    func malformed() throws {
        let junk: [UInt8] = [0x30, 0x00]
        #expect(throws: ReceiptPolicy.InvalidPolicy.malformedCertificate(Fingerprint(of: junk))) {
            try TrustStore.appStore(intermediates: [junk])
        }
        #expect(throws: ReceiptPolicy.InvalidPolicy.malformedCertificate(Fingerprint(of: junk))) {
            try TrustStore.roots(Subject.authority.rootCertificates, intermediates: [junk])
        }
    }

    @Test("The version byte can't be changed", arguments: TestTransactionReceiptVersion.allCases)
    func versionSwapped(version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.issue(version)
        let verifier = try Subject.verifier()
        for octet in UInt8(0)...255 where octet != version.number {
            var signature = issued.signature
            signature.version = octet
            var list = issued.list
            list.set("signature", Data(signature.bytes).base64EncodedString())
            let error = Subject.refusal(list.bytes, verifier, at: Subject.now(version))
            let expected: VerificationError? =
                switch (version, octet) {
                case (.three, 4), (.four, 3): .signatureInvalid
                case (_, 2...4): nil
                default:
                    .malformed(FormatError(.transactionReceiptVersion(octet), path: .member("signature"), offset: 0))
                }
            // The certificate's length is read from the middle of the signature, or of the certificate.
            if let expected { #expect(error == expected) } else { #expect(error?.code == "limit.certificateSize") }
        }
    }

    @Test("The cache keeps kinds of evidence separate")
    func cache() throws {
        let verifier = try Subject.verifier { $0.device = .unchecked }
        #expect(try Subject.refusal(Subject.issue(.two).bytes, verifier, at: Subject.now(.two)) == nil)
        let chain = TestAuthority.standard.transactionReceiptChain(for: .two)
        let authority = TestAuthority(sha256: chain, sha1: chain, jws: TestAuthority.standard.jws)
        let receipt = TestReceipt(bundleIdentifier: "com.example.app").with { $0.creationDate = .utc(2012, 5, 1) }
        let bytes = try authority.sign(receipt)
        for _ in 0..<2 {
            #expect(throws: VerificationError.malformedCertificate(.signer)) {
                try verifier.verify(bytes, at: .utc(2012, 5, 2))
            }
            #expect(try Subject.refusal(Subject.issue(.two).bytes, verifier, at: Subject.now(.two)) == nil)
        }
    }

    @Test("Whether SHA-1 is accepted depends on the policy and the date, in the receipt and in certificates")
    func sha1() throws {
        let never = try Subject.verifier { $0.sha1 = .never }
        for version in [TestTransactionReceiptVersion.two, .three] {
            #expect(
                try Subject.refusal(Subject.issue(version).bytes, never, at: Subject.now(version))
                    == .sha1NotAccepted(.receipt, created: version.exampleDate.measured))
        }
        #expect(try Subject.refusal(Subject.issue(.four).bytes, never) == nil)
        let late = try Subject.authority.issue(
            TestTransactionReceipt(version: .three).with { $0.purchaseDate = .utc(2025, 2, 1) })
        #expect(
            Subject.refusal(late.bytes, try Subject.verifier(), at: .utc(2025, 2, 2))
                == .sha1NotAccepted(.receipt, created: .utc(2025, 2, 1)))
    }

    @Test("CHN-24 a distrusted key in each place of an iOS 6 receipt's chain, whose issuer the policy brings")
    func distrusted() throws {
        let issued = try Subject.issue()
        for (certificate, position) in [
            (issued.signature.certificate, VerificationError.ChainPosition.signer),
            (try issued.issuerCertificate, .intermediate),
            (try Subject.authority.rootCertificate, .root),
        ] {
            let fingerprint = try #require(Fingerprint(ofKeyIn: certificate))
            let verifier = try Subject.verifier { $0.distrustedKeys = [fingerprint] }
            #expect(Subject.refusal(issued.bytes, verifier) == .distrusted(position, fingerprint))
        }
    }
}

extension Date {
    /// The date rounded to milliseconds.
    var measured: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1_000).rounded() / 1_000) }
}
