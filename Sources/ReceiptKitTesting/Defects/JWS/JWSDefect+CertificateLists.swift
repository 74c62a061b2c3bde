/// Defects of `x5c` as a list. Its third certificate is only compared as a string, because the caller provides the
/// trusted root.
extension JWSDefect {
    static let certificateLists: [Self] = [
        Self("certificates-missing", "`x5c` is missing.", .header, .header { $0.remove("x5c") }),
        Self("certificates-null", "`x5c` is null.", .header, .header { $0.set("x5c", "null") }),
        Self("certificates-empty", "`x5c` is empty.", .header, .header { $0.set("x5c", "[]") }),
        Self(
            "certificates-text", "`x5c` is a string.", .header,
            .init(.unsigned) { draft in
                draft.jws.header.set("x5c", TestJSONObject.string(try draft.certificateTexts.first ?? ""))
            }),
        Self("certificates-numbers", "`x5c` has three numbers.", .header, .header { $0.set("x5c", "[1,2,3]") }),
        Self(
            "third-certificate-number", "The third element of `x5c` is a number.", .header,
            .init(.unsigned) { draft in
                guard draft.chain.certificates.count == 3 else { throw NothingToSpoil() }
                let strings = try draft.certificateTexts.dropLast().map(TestJSONObject.string)
                draft.jws.header.set("x5c", "[" + (strings + ["3"]).joined(separator: ",") + "]")
            }),
        Self(
            "one-certificate", "`x5c` has only the signer's certificate.", .header,
            .certificates { Array($0.prefix(1)) }),
        Self("two-certificates", "`x5c` leaves out the root.", .header, .certificates { Array($0.prefix(2)) }),
        Self("four-certificates", "`x5c` has the root twice.", .header, .certificates { $0 + $0.suffix(1) }),
        Self(
            "thousand-certificates", "`x5c` has the right certificates, followed by 1,000 empty strings.", .header,
            .certificates { $0 + Array(repeating: "", count: 1000) }),
        Self(
            "certificate-url-alphabet", "The intermediate is encoded in `x5c` with the base64url alphabet.", .header,
            // Extend the intermediate so that its base64 contains `+` or `/`.
            .intermediate { $0.extensions.append(.filled(with: 0xff, count: 5)) },
            .text(at: 1) { $0.substituting("+", "-").substituting("/", "_") }),
        Self(
            "certificate-newline", "The intermediate has a newline in its base64.", .header,
            .text(at: 1) { $0.prefix(64) + "\n" + $0.dropFirst(64) }),
        Self(
            "certificate-pem", "The intermediate is in `x5c` as PEM.", .header,
            .text(at: 1) {
                "-----BEGIN CERTIFICATE-----\n" + $0 + "\n-----END CERTIFICATE-----\n"
            }),
        Self(
            "certificate-unpadded", "The signer's certificate lacks the padding of its base64.", .header,
            .signer { try $0.needPadding() }, .text(at: 0) { $0.substituting("=", "") }),
        Self(
            "certificate-overpadded", "The signer's certificate has more padding than its base64 needs.", .header,
            .text(at: 0) { $0 + "=" }),
        Self(
            "certificate-stray-bits", "The base64 of the signer's certificate ends with unused bits set.",
            .header,
            .signer { try $0.needPadding() }, .text(at: 0) { $0.withStrayBit }),
        Self(
            "certificate-empty", "The first of `x5c` is empty.", .header,
            .text(at: 0) { _ in "" }),
        Self(
            "certificate-too-large", "The signer's certificate has more than 8 KiB.", .header,
            .signer { $0.extensions.append(.filled(with: 0, count: 9 << 10)) }),
        Self(
            "certificates-swapped", "The intermediate comes before the signer.", .chain,
            .certificates { [$0[1], $0[0], $0[2]] }),
        Self(
            "certificates-reversed", "The certificates are ordered from the root down.", .chain,
            .certificates { $0.reversed() }),
        Self(
            "signer-thrice", "The signer's certificate occurs three times.", .chain,
            .certificates { [$0[0], $0[0], $0[0]] }),
        Self(
            "signer-twice", "The signer's certificate also replaces the intermediate.", .chain,
            .certificates { [$0[0], $0[0], $0[2]] }),
        Self(
            "intermediate-twice", "The intermediate also replaces the root.", nil,
            .certificates { [$0[0], $0[1], $0[1]] }),
        Self(
            "root-is-stranger", "The third certificate is an untrusted root of the same name.", nil,
            .certificates { $0.dropLast() + [TestText.base64(try TestAuthority.untrusted.jwsRootCertificate)] }),
        Self(
            "root-is-no-certificate",
            "The third element of `x5c` is a string that is neither base64 nor a certificate.", nil,
            .certificates { [$0[0], $0[1], "root?"] }),
    ]
}

extension DefectChange<JWSDraft> {
    /// Changes one string of `x5c`.
    fileprivate static func text(at index: Int, _ change: @escaping @Sendable (String) -> String) -> Self {
        Self(.unsigned) {
            var texts = try $0.certificateTexts
            guard texts.indices.contains(index) else { throw NothingToSpoil() }
            texts[index] = change(texts[index])
            $0.jws.setCertificates(texts)
        }
    }
}

extension TestCertificate {
    /// Changes the serial number until the base64 needs padding.
    fileprivate mutating func needPadding() throws {
        while try encoded().count.isMultiple(of: 3) {
            guard serialNumber.count > 1 else { throw NothingToSpoil() }
            serialNumber.removeLast()
        }
    }
}

extension TestExtension {
    fileprivate static func filled(with byte: UInt8, count: Int) -> Self {
        Self([1, 3, 6, 1, 4, 1, 99999, 2], value: TestDER.octetString(Array(repeating: byte, count: count)))
    }
}

extension String {
    fileprivate func substituting(_ character: Character, _ text: String) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }

    /// The same base64, with one of the unused bits of the last character set.
    fileprivate var withStrayBit: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        guard let index = lastIndex(where: { $0 != "=" }), let value = alphabet.firstIndex(of: self[index]) else {
            return self
        }
        return prefix(upTo: index) + String(alphabet[value | 1]) + self[self.index(after: index)...]
    }
}
