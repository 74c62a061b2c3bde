import Testing

/// Checks that each place with a version has the version of the change log's first section.
@Suite("Version")
struct VersionTests {
    /// The text around the version at each place, which must match at least once.
    private static let places = [
        ("Sources/receipt/ReceiptCommand.swift", #"\bversion: "(.*)""#),
        ("Server/Sources/receipt-server/ReceiptServer.swift", #"\bversion: "(.*)"\)"#),
        ("Bindings/C/Interface/Answer.swift", #"let text: StaticString = "(.*)""#),
        ("Bindings/C/receiptkit.h", #"Returns the library's version, such as "(.*)""#),
        ("Bindings/Python/pyproject.toml", #"^version = "(.*)""#),
        ("Bindings/PythonTesting/pyproject.toml", #"^version = "(.*)""#),
        ("Bindings/PythonTesting/pyproject.toml", #""receiptkit==(.*)""#),
        ("Tests/CommandLineTests/ReleaseOnly/OutputTests.swift", #"result\.text == "(.*)\\n""#),
        ("Documentation.docc/Articles/Installation.md", #"receipt-kit\.git", from: "(.*)"\)"#),
        ("Documentation.docc/Articles/Installation.md", #"the same address and the version ([0-9.]+[0-9])"#),
    ]

    @Test("It is the same in each place", arguments: places)
    func sameVersion(_ place: (file: String, pattern: String)) throws {
        let sections = try Repository.matches(#"^## ([0-9.]+) \("#, in: Repository.text("CHANGELOG.md"))
        let version = try #require(sections.first)[1]
        let found = try Repository.matches(place.pattern, in: Repository.text(place.file)).map { $0[1] }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0 == version }, "\(found) in \(place.file), and \(version) in CHANGELOG.md")
    }
}
