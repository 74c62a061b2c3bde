import Testing

/// Checks rules that no compiler enforces.
@Suite("Rules of the repository")
struct RuleTests {
    @Test("No line of code violates a rule, and every exception is used", arguments: try Rule.all)
    func kept(_ rule: Rule) throws {
        let files = try Repository.files(rule.places, ".swift")
        #expect(!files.isEmpty)
        for file in files where !rule.allowed.contains(file) {
            #expect(try rule.violations(in: Repository.text(file)) == [], "\(file)")
        }
        for file in rule.allowed { #expect(try !rule.violations(in: Repository.text(file)).isEmpty, "\(file)") }
    }

    @Test("Each rule catches its planted violations, and ignores comments", arguments: try Rule.all)
    func catches(_ rule: Rule) throws {
        for line in rule.planted {
            #expect(try rule.violations(in: "struct Planted {\n\(line)\n}\n").count == 1, "\(line)")
            #expect(try rule.violations(in: "// \(line)\n    /// \(line)\n").isEmpty, "\(line)")
        }
    }
}
