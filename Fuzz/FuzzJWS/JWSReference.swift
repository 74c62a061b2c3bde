import Foundation
import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit

/// Compares a JWS with Foundation's decoding: exactly the well-formed JWS must be accepted, with equal contents.
enum JWSReference {
    private struct Parts {
        let header: Data
        let payload: Data
        let signature: Data
        let certificates: [Data]
    }

    /// The parts as the library reads them.
    struct ReadParts {
        let header: [UInt8]
        let payload: [UInt8]
        let signature: [UInt8]
        let certificates: [[UInt8]]

        init(_ text: [UInt8]) throws(FormatError) {
            let parts = try UnverifiedJWS.Parts(text)
            header = try parts.decoded(parts.header)
            payload = try parts.decoded(parts.payload)
            signature = try parts.decoded(parts.signature)
            certificates = try JWSHeader(json: header).certificates
        }
    }

    static func check(_ text: [UInt8], _ result: Result<ReadParts, FormatError>) {
        let reference = parts(text)
        switch result {
        case .failure(let error):
            requireSound(error, in: 0...text.count)
            require(reference == nil, "rejected by the reader alone: \(error)")
        case .success(let jws):
            guard let reference else { failed("accepted by the reader alone") }
            require(jws.header.elementsEqual(reference.header), "another header")
            require(jws.payload.elementsEqual(reference.payload), "another payload")
            require(jws.signature.elementsEqual(reference.signature), "another signature")
            require(jws.certificates.map { Data($0) } == reference.certificates, "other certificates")
        }
    }

    private static func parts(_ text: [UInt8]) -> Parts? {
        guard text.count <= 1 << 20 else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let octets = parts.compactMap(octets)
        guard parts.count == 3, octets.count == 3, !octets.contains(Data()), octets[0].count <= 32 << 10,
            let certificates = certificates(octets[0])
        else { return nil }
        return Parts(header: octets[0], payload: octets[1], signature: octets[2], certificates: certificates)
    }

    private static func certificates(_ header: Data) -> [Data]? {
        guard case .object(let object) = PayloadReference.read(Array(header)), case .object(let members) = object,
            case .string(let algorithm)? = object["alg"], algorithm.elementsEqual("ES256".utf8),
            !members.contains(where: { ["crit", "b64", "zip"].contains(String(decoding: $0.name, as: UTF8.self)) }),
            case .array(let texts)? = object["x5c"], texts.count == 3 || texts.count == 1
        else { return nil }
        var certificates: [Data] = []
        for text in texts {
            guard case .string(let characters) = text, !characters.isEmpty,
                let octets = Data(base64Encoded: Data(characters)),
                octets.base64EncodedData().elementsEqual(characters), octets.count <= 8 << 10
            else { return nil }
            certificates.append(octets)
        }
        return certificates
    }

    /// Decodes base64url without padding, or returns nil if the encoding isn't canonical.
    private static func octets(_ text: ArraySlice<UInt8>) -> Data? {
        guard !text.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let standard = text.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        guard let octets = Data(base64Encoded: Data(standard + padding)),
            base64URL(octets).utf8.elementsEqual(text)
        else { return nil }
        return octets
    }

    static func base64URL(_ octets: Data) -> String {
        octets.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
