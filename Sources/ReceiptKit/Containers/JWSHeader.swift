package import ReceiptFields

/// The header of a JWS (RFC 7515 section 4): the algorithm, which is always ES256, and the certificates. Keys in the header, and URLs of
/// keys, are ignored.
package struct JWSHeader: Sendable {
    /// The maximum size of a certificate, in bytes.
    static let maximumCertificateSize = 8 << 10

    /// The DER certificates in the member `x5c` that are decoded: the signer's and the intermediate; for Xcode's JWS only the signer's. The
    /// App Store's JWS contain a third certificate, which the verifier ignores.
    package let certificates: [[UInt8]]

    /// Decodes a header.
    ///
    /// - Parameter certificates: the number of certificates that the header must have, and the number to decode.
    package init(json text: [UInt8], certificates count: (all: Int, decoded: Int)) throws(FormatError) {
        var algorithm: [UInt8]?
        var chain: [[UInt8]]?
        var hasCertificates = false
        var criticalMember: String?
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: UnverifiedJWS.maximumHeaderSize)) {
                (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "alg") {
                        algorithm = try json.text()
                    } else if json.string(name, is: "x5c") {
                        hasCertificates = json.next() != .null
                        chain = try json.texts()
                    } else if let known = ["crit", "b64", "zip"].first(where: { json.string(name, is: $0) }) {
                        criticalMember = criticalMember ?? known
                    }
                }
            }
        } catch {
            throw FormatError(error, in: text[...], path: .header(nil))
        }
        // For a JWS that comes from elsewhere, the missing certificates are a better explanation than the algorithm.
        if !hasCertificates {
            throw FormatError(.jws(.noCertificates), path: .header("x5c"), offset: 0)
        }
        guard let algorithm, algorithm.elementsEqual("ES256".utf8) else {
            throw FormatError(.jws(.algorithm(algorithm.map { Array($0.prefix(64)) })), path: .header("alg"), offset: 0)
        }
        if let criticalMember {
            throw FormatError(.jws(.headerMember(criticalMember)), path: .header(criticalMember), offset: 0)
        }
        guard let chain, chain.count == count.all, !chain.prefix(count.decoded).contains([]) else {
            throw FormatError(.jws(.certificates), path: .header("x5c"), offset: 0)
        }
        certificates = try chain.prefix(count.decoded).map { (text) throws(FormatError) in
            let certificate: [UInt8]
            do throws(FormatError) {
                certificate = try Base64.decode(exactly: text[...], .standard)
            } catch { throw error.at(.header("x5c")) }
            guard certificate.count <= Self.maximumCertificateSize else {
                throw FormatError(
                    .limitExceeded(.certificateSize, allowed: Self.maximumCertificateSize), path: .header("x5c"),
                    offset: 0)
            }
            return certificate
        }
    }

    /// Decodes the header of a JWS without verifying it. The header may contain the App Store's three certificates, or Xcode's single one.
    package init(json text: [UInt8]) throws(FormatError) {
        do throws(FormatError) { self = try JWSHeader(json: text, certificates: (3, 3)) } catch {
            guard error.reason == .jws(.certificates) else { throw error }
            self = try JWSHeader(json: text, certificates: (1, 1))
        }
    }
}

extension JSONReader {
    /// Returns the next value if it is a string.
    fileprivate mutating func text() throws(JSONError) -> [UInt8]? {
        next() == .string ? unescaped(try string()) : nil
    }

    /// Returns the next value if it is an array of strings. At most four are kept.
    fileprivate mutating func texts() throws(JSONError) -> [[UInt8]]? {
        guard next() == .array else { return nil }
        var texts: [[UInt8]]? = []
        try array { (json) throws(JSONError) in
            guard let text = try json.text() else {
                texts = nil
                return
            }
            if let count = texts?.count, count < 4 { texts?.append(text) }
        }
        return texts
    }
}
