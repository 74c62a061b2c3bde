/// Defects of `x5c` as a list. The third certificate is only a string: the root is the caller's.
extension JWSDefect {
    static let certificateLists: [JWSDefect] = [
        .certificatesMissing, .certificatesNull, .certificatesEmpty, .certificatesText, .certificatesNumbers,
        .thirdCertificateNumber, .oneCertificate, .twoCertificates, .fourCertificates, .thousandCertificates,
        .certificateURLAlphabet, .certificateNewline, .certificatePEM, .certificateUnpadded, .certificateOverpadded,
        .certificateStrayBits, .certificateEmpty, .certificateTooLarge, .certificatesSwapped, .certificatesReversed,
        .signerThrice, .signerTwice, .intermediateTwice, .rootIsStranger, .rootIsNoCertificate,
    ]

    /// `x5c` is missing.
    public static let certificatesMissing = Self(
        "certificates-missing", "`x5c` is missing.", .refused(.header),
        .header { $0.remove("x5c") })

    /// `x5c` is null.
    public static let certificatesNull = Self(
        "certificates-null", "`x5c` is null.", .refused(.header),
        .header { $0.set("x5c", "null") })

    /// `x5c` is empty.
    public static let certificatesEmpty = Self(
        "certificates-empty", "`x5c` is empty.", .refused(.header),
        .header { $0.set("x5c", "[]") })

    /// `x5c` is a string.
    public static let certificatesText = Self(
        "certificates-text", "`x5c` is a string.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in
            draft.jws.header.set("x5c", TestJSONObject.string(try draft.certificateTexts.first ?? ""))
            return true
        }))

    /// `x5c` has three numbers.
    public static let certificatesNumbers = Self(
        "certificates-numbers", "`x5c` has three numbers.", .refused(.header),
        .header { $0.set("x5c", "[1,2,3]") })

    /// The third of `x5c` is a number.
    public static let thirdCertificateNumber = Self(
        "third-certificate-number", "The third of `x5c` is a number.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in
            guard draft.chain.certificates.count == 3 else { return false }
            let strings = try draft.certificateTexts.dropLast().map(TestJSONObject.string)
            draft.jws.header.set("x5c", "[" + (strings + ["3"]).joined(separator: ",") + "]")
            return true
        }))

    /// `x5c` has the signer's certificate alone.
    public static let oneCertificate = Self(
        "one-certificate", "`x5c` has the signer's certificate alone.", .refused(.header),
        .certificates { Array($0.prefix(1)) })

    /// `x5c` leaves out the root.
    public static let twoCertificates = Self(
        "two-certificates", "`x5c` leaves out the root.", .refused(.header),
        .certificates { Array($0.prefix(2)) })

    /// `x5c` has the root twice.
    public static let fourCertificates = Self(
        "four-certificates", "`x5c` has the root twice.", .refused(.header),
        .certificates { $0 + $0.suffix(1) })

    /// `x5c` has the right ones and then 1,000 empty strings.
    public static let thousandCertificates = Self(
        "thousand-certificates", "`x5c` has the right ones and then 1,000 empty strings.", .refused(.header),
        .certificates { $0 + Array(repeating: "", count: 1000) })

    /// The intermediate stands in `x5c` in the alphabet of base64url.
    public static let certificateURLAlphabet = Self(
        "certificate-url-alphabet", "The intermediate stands in `x5c` in the alphabet of base64url.", .refused(.header),
        JWSDefectSteps(
            chain: { $0.needBothAlphabets() },
            unsigned: { (draft) throws(TestKitError) in
                try draft.editIntermediateText { $0.substituting("+", "-").substituting("/", "_") }
            }))

    /// The intermediate has a newline in its base64.
    public static let certificateNewline = Self(
        "certificate-newline", "The intermediate has a newline in its base64.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in
            try draft.editIntermediateText { $0.prefix(64) + "\n" + $0.dropFirst(64) }
        }))

    /// The intermediate stands in `x5c` as PEM.
    public static let certificatePEM = Self(
        "certificate-pem", "The intermediate stands in `x5c` as PEM.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in
            try draft.editIntermediateText { "-----BEGIN CERTIFICATE-----\n" + $0 + "\n-----END CERTIFICATE-----\n" }
        }))

    /// The signer's certificate lacks the padding of its base64.
    public static let certificateUnpadded = Self(
        "certificate-unpadded", "The signer's certificate lacks the padding of its base64.", .refused(.header),
        JWSDefectSteps(
            chain: { (draft) throws(TestKitError) in try draft.needPadding() },
            unsigned: { (draft) throws(TestKitError) in try draft.editSignerText { $0.substituting("=", "") } }))

    /// The signer's certificate has more padding than its base64 needs.
    public static let certificateOverpadded = Self(
        "certificate-overpadded", "The signer's certificate has more padding than its base64 needs.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in try draft.editSignerText { $0 + "=" } }))

    /// The base64 of the signer's certificate ends with bits that stand for nothing.
    public static let certificateStrayBits = Self(
        "certificate-stray-bits", "The base64 of the signer's certificate ends with bits that stand for nothing.",
        .refused(.header),
        JWSDefectSteps(
            chain: { (draft) throws(TestKitError) in try draft.needPadding() },
            unsigned: { (draft) throws(TestKitError) in try draft.editSignerText { $0.withStrayBit } }))

    /// The first of `x5c` is empty.
    public static let certificateEmpty = Self(
        "certificate-empty", "The first of `x5c` is empty.", .refused(.header),
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in try draft.editSignerText { _ in "" } }))

    /// The signer's certificate has more than 8 KiB.
    public static let certificateTooLarge = Self(
        "certificate-too-large", "The signer's certificate has more than 8 KiB.", .refused(.header),
        .signer {
            $0.extensions.append(
                TestExtension(
                    [1, 3, 6, 1, 4, 1, 99999, 2], value: TestDER.octetString(Array(repeating: 0, count: 9 << 10))))
        })

    /// The intermediate comes before the signer.
    public static let certificatesSwapped = Self(
        "certificates-swapped", "The intermediate comes before the signer.", .refused(.chain),
        .certificates { [$0[1], $0[0], $0[2]] })

    /// The certificates stand from the root down.
    public static let certificatesReversed = Self(
        "certificates-reversed", "The certificates stand from the root down.", .refused(.chain),
        .certificates { $0.reversed() })

    /// The signer's certificate stands there thrice.
    public static let signerThrice = Self(
        "signer-thrice", "The signer's certificate stands there thrice.", .refused(.chain),
        .certificates { [$0[0], $0[0], $0[0]] })

    /// The signer's certificate stands in the place of the intermediate too.
    public static let signerTwice = Self(
        "signer-twice", "The signer's certificate stands in the place of the intermediate too.", .refused(.chain),
        .certificates { [$0[0], $0[0], $0[2]] })

    /// The intermediate stands in the place of the root too.
    public static let intermediateTwice = Self(
        "intermediate-twice", "The intermediate stands in the place of the root too.", .accepted,
        .certificates { [$0[0], $0[1], $0[1]] })

    /// The third certificate is a stranger's root of the same name.
    public static let rootIsStranger = Self(
        "root-is-stranger", "The third certificate is a stranger's root of the same name.", .accepted,
        JWSDefectSteps(unsigned: { (draft) throws(TestKitError) in
            guard draft.chain.root != nil else { return false }
            let root = try TestAuthority.stranger.jwsRootCertificate
            draft.jws.setCertificates(try draft.certificateTexts.dropLast() + [TestText.base64(root)])
            return true
        }))

    /// The third of `x5c` is a string that is not a certificate, nor base64.
    public static let rootIsNoCertificate = Self(
        "root-is-no-certificate", "The third of `x5c` is a string that is not a certificate, nor base64.", .accepted,
        .certificates { [$0[0], $0[1], "root?"] })
}

extension JWSDraft {
    fileprivate mutating func editSignerText(_ change: (String) -> String) throws(TestKitError) -> Bool {
        try editText(at: 0, change)
    }

    fileprivate mutating func editIntermediateText(_ change: (String) -> String) throws(TestKitError) -> Bool {
        try editText(at: 1, change)
    }

    private mutating func editText(at index: Int, _ change: (String) -> String) throws(TestKitError) -> Bool {
        var texts = try certificateTexts
        guard texts.indices.contains(index) else { return false }
        texts[index] = change(texts[index])
        jws.setCertificates(texts)
        return true
    }

    /// Changes the signer's serial number until its certificate's base64 needs padding.
    fileprivate mutating func needPadding() throws(TestKitError) -> Bool {
        guard chain.intermediate != nil else { return false }
        while try chain.signer.encoded().count.isMultiple(of: 3) {
            guard chain.signer.serialNumber.count > 1 else { return false }
            chain.signer.serialNumber.removeLast()
        }
        return true
    }

    /// Puts what is `+` or `/` in base64 into the intermediate.
    fileprivate mutating func needBothAlphabets() -> Bool {
        guard chain.intermediate != nil else { return false }
        chain.intermediate?.extensions.append(
            TestExtension([1, 3, 6, 1, 4, 1, 99999, 2], value: TestDER.octetString([0xff, 0xff, 0xff, 0xff, 0xff])))
        return true
    }
}

extension String {
    fileprivate func substituting(_ character: Character, _ text: String) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }

    /// The same base64, but for a bit of the last character that stands for no octet.
    fileprivate var withStrayBit: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        guard let index = lastIndex(where: { $0 != "=" }), let value = alphabet.firstIndex(of: self[index]) else {
            return self
        }
        return prefix(upTo: index) + String(alphabet[value | 1]) + self[self.index(after: index)...]
    }
}
