/// Valid JWS of a different kind than the requested one.
extension JWSDefect {
    static let kindsInPlace: [Self] =
        TestJWSKind.signedByApple.map { kind in
            Self(
                "\(names[kind] ?? kebab("\(kind)"))-in-place", "The JWS is \(kind.words).", .fields, in: .allBut(kind),
                .content { $0 = .example(kind) })
        } + [
            Self(
                "empty-object", "The payload has a date and nothing else.", .fields,
                .content {
                    let date = JSONText.milliseconds($0.signedDate, in: .production)
                    $0 = .other(TestJSONObject([["signedDate": date]]), signedDate: $0.signedDate)
                })
        ]

    /// A defect's name is promised, and this one is older than the kind's name.
    private static let names = [TestJWSKind.realtimeRequest: "retention-request"]
}
