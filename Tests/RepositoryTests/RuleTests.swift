import Testing

/// Checks rules that no compiler enforces.
@Suite("Rules of the house")
struct RuleTests {
    @Test("No line of code breaks a rule, and what is allowed to do so does", arguments: try Rule.all)
    func kept(_ rule: Rule) throws {
        let files = try Repository.files(rule.places, ".swift")
        #expect(!files.isEmpty)
        for file in files where !rule.allowed.contains(file) {
            #expect(try rule.violations(in: Repository.text(file)) == [], "\(file)")
        }
        for file in rule.allowed { #expect(try !rule.violations(in: Repository.text(file)).isEmpty, "\(file)") }
    }

    @Test("Each rule catches its planted violations, and takes no comment for one", arguments: try Rule.all)
    func catches(_ rule: Rule) throws {
        for line in rule.planted {
            #expect(try rule.violations(in: "struct Planted {\n\(line)\n}\n").count == 1, "\(line)")
            #expect(try rule.violations(in: "// \(line)\n    /// \(line)\n").isEmpty, "\(line)")
        }
    }
}
