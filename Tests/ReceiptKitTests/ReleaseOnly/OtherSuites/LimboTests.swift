import Foundation
import TestSupport
import Testing

/// Runs the cases of C2SP x509-limbo with three certificates through the function that checks a receipt's chain,
/// without Apple's marker extensions and the receipt's table of algorithms.
@Suite("x509-limbo", .enabled(if: Suites.areAvailable))
struct LimboTests {
    /// The codes with which the cases of a subject must be rejected.
    private static let codes: [String: Set<String>] = [
        "rfc5280::validity::": ["chain.expired", "chain.notYetValid"],
        "rfc5280::nc::": ["chain.nameConstraints"], "webpki::nc::": ["chain.nameConstraints"],
        "rfc5280::unknown-critical": ["chain.criticalExtension"], "rfc5280::pc::": ["chain.criticalExtension"],
        "rfc5280::intermediate-ca-without": ["chain.notCertificateAuthority"],
        "rfc5280::mismatching-signature-algorithm": ["chain.algorithm"],
        // The CVE cases with three certificates are about name constraints.
        "cve::": ["chain.nameConstraints"],
        // The verifier doesn't examine the intermediate's malformed key, since the root's key did not sign this
        // certificate.
        "invalid::invalid-issuer-key": ["chain.untrustedRoot"],
    ]

    @Test("CHN-09, CHN-10, CHN-11, CHN-13, CHN-17: every case of three certificates is as expected, or explained")
    func chains() throws {
        let all = try Suites.read(LimboCase.File.self, "x509-limbo.json").testcases
        let cases = all.filter(\.fitsThreeCertificates)
        var counts: [String: Int] = [:]
        var divergences = Dictionary(grouping: LimboDivergence.all, by: \.id)
        #expect(divergences.count == LimboDivergence.all.count, "a case is listed twice")
        for limbo in cases {
            let ours = limbo.verdict(at: try #require(limbo.date, "\(limbo.id): the time cannot be read"))
            let expected = limbo.expectedResult == .success ? "accepted" : "refused"
            counts["expected \(expected), ours \(ours == nil ? "accepted" : "refused")", default: 0] += 1
            if let ours, limbo.expectedResult == .failure {
                let codes = Self.codes.first { limbo.id.hasPrefix($0.key) }?.value
                #expect(codes?.contains(ours) == true, "\(limbo.id) is rejected for another reason: \(ours)")
            }
            if (ours == nil) == (limbo.expectedResult == .success) { continue }
            print("limbo: \(limbo.id): expected \(expected), ours \(ours ?? "accepted")")
            let explained = divergences.removeValue(forKey: limbo.id)?.first
            #expect(explained?.ours == ours && explained != nil, "not explained: \(limbo.id), \(ours ?? "accepted")")
            if ours == nil {
                let subject = try #require(explained?.leniency, "a false accept: \(limbo.id)")
                #expect(limbo.id.hasPrefix(subject.rawValue), "a false accept in another subject: \(limbo.id)")
            }
        }
        for (outcome, count) in counts.sorted(by: { $0.key < $1.key }) { print("limbo: \(outcome): \(count)") }
        print("limbo: \(cases.count) of \(all.count) cases fit three certificates")
        #expect(divergences.keys.sorted() == [], "listed, and not a divergence any more")
        #expect(cases.count >= 60)
    }
}
