package import ReceiptFields

/// The header of a JWS (RFC 7515 section 4): the algorithm, which is always ES256, and the certificates. Keys, and addresses of
/// keys, that it may name are not looked at.
package struct JWSHeader: Sendable {
    /// The most bytes of a certificate.
    static let maximumCertificateSize = 8 << 10

    /// The member `x5c`: the signer's certificate, the intermediate's, and one that is not looked at, DER; in Xcode's JWS
    /// the signer's alone.
    let certificates: [[UInt8]]

    /// Reads a header.
    ///
    /// - Parameter certificates: how many there must be, and how many of them are decoded.
    package init(json text: [UInt8], certificates count: (all: Int, decoded: Int)) throws(FormatError) {
        var algorithm: HeaderValue?
        var chain: HeaderValue?
        var `extension`: String?
        do throws(JSONError) {
            try JSONReader.read(text[...], limits: JSONLimits(maximumSize: JWSParts.maximumHeaderSize)) {
                (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "alg") {
                        algorithm = try HeaderValue(&json)
                    } else if json.string(name, is: "x5c") {
                        chain = try HeaderValue(&json)
                    } else if let known = ["crit", "b64", "zip"].first(where: { json.string(name, is: $0) }) {
                        `extension` = `extension` ?? known
                    }
                }
            }
        } catch {
            throw FormatError(error, in: text[...], path: .header(nil))
        }
        guard case .text(let name)? = algorithm, name.elementsEqual("ES256".utf8) else {
            let found: [UInt8]? = if case .text(let name)? = algorithm { Array(name.prefix(64)) } else { nil }
            throw FormatError(.jwsAlgorithm(found), path: .header("alg"), offset: 0)
        }
        if let `extension` { throw FormatError(.jwsHeaderMember(`extension`), path: .header(`extension`), offset: 0) }
        guard case .texts(let texts)? = chain, texts.count == count.all, !texts.prefix(count.decoded).contains([])
        else {
            throw FormatError(.jwsCertificates, path: .header("x5c"), offset: 0)
        }
        var certificates: [[UInt8]] = []
        for text in texts.prefix(count.decoded) {
            let certificate: [UInt8]
            do throws(FormatError) {
                let characters = text[...]
                certificate = try Base64.decode(exactly: characters.span, .standard, at: 0)
            } catch { throw error.at(.header("x5c")) }
            guard certificate.count <= Self.maximumCertificateSize else {
                throw FormatError(
                    .limitExceeded(.certificateSize, allowed: Self.maximumCertificateSize), path: .header("x5c"),
                    offset: 0)
            }
            certificates.append(certificate)
        }
        self.certificates = certificates
    }
}

/// The value of a header member, as far as it matters.
private enum HeaderValue {
    case text([UInt8])
    case texts([[UInt8]])
    case other

    init(_ json: inout JSONReader) throws(JSONError) {
        switch json.next() {
        case .string: self = .text(json.unescaped(try json.string()))
        case .array:
            var texts: [[UInt8]]? = []
            try json.array { (json) throws(JSONError) in
                if json.next() == .string {
                    let text = json.unescaped(try json.string())
                    // No more is kept than is asked for.
                    if let count = texts?.count, count < 4 { texts?.append(text) }
                } else {
                    texts = nil
                    try json.skip()
                }
            }
            self = texts.map { .texts($0) } ?? .other
        default:
            try json.skip()
            self = .other
        }
    }
}
