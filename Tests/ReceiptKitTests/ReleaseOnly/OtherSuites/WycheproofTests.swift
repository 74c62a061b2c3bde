import Crypto
import CryptoExtras
import Foundation
import ReceiptKit
import TestSupport
import Testing

/// Runs every C2SP Wycheproof vector for RSASSA-PKCS1-v1_5 with SHA-256 through the function that checks a receipt's
/// signature.
@Suite("Wycheproof", .enabled(if: Suites.areAvailable))
struct WycheproofTests {
    struct File: Decodable {
        let numberOfTests: Int
        let testGroups: [Group]
    }

    struct Group: Decodable {
        let keySize: Int
        let publicKeyDer: String
        let sha: String
        let tests: [Vector]
    }

    struct Vector: Decodable {
        let tcId: Int
        let comment: String
        let msg: String
        let sig: String
        let result: Verdict
    }

    enum Verdict: String, Decodable {
        case valid, invalid, acceptable
    }

    @Test(
        "SIG-01, SIG-02, SIG-03, SIG-07: no invalid signature is accepted, no valid one rejected",
        arguments: [2048, 4096])
    func vectors(_ size: Int) throws {
        let file = try Suites.read(File.self, "rsa_signature_\(size)_sha256_test.json")
        var counts: [Verdict: (accepted: Int, refused: Int)] = [:]
        for group in file.testGroups {
            #expect(group.keySize == size)
            #expect(group.sha == "SHA-256")
            let key = try _RSA.Signing.PublicKey(derRepresentation: Subject.octets(group.publicKeyDer))
            for vector in group.tests {
                let (signature, content) = (try Subject.octets(vector.sig), try Subject.octets(vector.msg))
                let isAccepted = DigestAlgorithm.sha256.isValid(signature[...], for: content[...], key)
                counts[vector.result, default: (0, 0)].accepted += isAccepted ? 1 : 0
                counts[vector.result, default: (0, 0)].refused += isAccepted ? 0 : 1
                switch vector.result {
                case .valid: #expect(isAccepted, "\(vector.tcId) \(vector.comment)")
                case .invalid: #expect(!isAccepted, "\(vector.tcId) \(vector.comment)")
                case .acceptable: break
                }
            }
        }
        for verdict in [Verdict.valid, .invalid, .acceptable] {
            let (accepted, refused) = counts[verdict, default: (0, 0)]
            print("wycheproof: RSA \(size), \(verdict.rawValue): \(accepted) accepted, \(refused) rejected")
        }
        #expect(counts.values.reduce(0) { $0 + $1.accepted + $1.refused } == file.numberOfTests)
        #expect(counts[.valid, default: (0, 0)].accepted >= 5)
        #expect(counts[.invalid, default: (0, 0)].refused >= 200)
    }

    struct CurveFile: Decodable {
        let numberOfTests: Int
        let testGroups: [CurveGroup]
    }

    struct CurveGroup: Decodable {
        let publicKeyDer: String
        let tests: [Vector]
    }

    @Test("JWS-16, ACC-14: ES256, every vector through the very function that checks a JWS's signature")
    func jwsList() throws {
        let file = try Suites.read(CurveFile.self, "ecdsa_secp256r1_sha256_p1363_test.json")
        var counts: [Verdict: Int] = [:]
        for group in file.testGroups {
            let key = try P256.Signing.PublicKey(derRepresentation: Subject.octets(group.publicKeyDer))
            for vector in group.tests {
                let isAccepted = ES256.isValid(
                    try Subject.octets(vector.sig), for: SHA256.hash(data: try Subject.octets(vector.msg)), key)
                #expect(isAccepted == (vector.result == .valid), "\(vector.tcId) \(vector.comment)")
                counts[vector.result, default: 0] += 1
            }
        }
        #expect(counts.values.reduce(0, +) == file.numberOfTests)
        #expect(counts[.valid, default: 0] >= 50 && counts[.invalid, default: 0] >= 50, "\(counts)")
    }
}
