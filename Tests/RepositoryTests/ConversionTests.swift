import Testing

/// Checks conversions that trap or have another result on another processor: integers that may be narrower there, and
/// words read from bytes in memory.
///
/// `Tests/Conversions.tsv` lists each line of the libraries that converts, with the reason why it never traps with 32
/// bits and gives the same result in every byte order. Conversions that can't trap are not listed: `exactly`,
/// `clamping`, `truncatingIfNeeded`, `bitPattern` and ASCII.
@Suite("32 bits, and big-endian")
struct ConversionTests {
    private static let pattern =
        #"\bU?Int(?:8|16|32|64|128)?\((?!(?:exactly|truncatingIfNeeded|clamping|ascii|bitPattern|littleEndian|bigEndian):)"#
        + #"|oadUnaligned\(|storeBytes\("#

    private static func conversions(in text: String) throws -> [String] {
        try Repository.matches(#"^.*(?:\#(pattern)).*$"#, in: text).map { $0[0].drop { $0 == " " } }
            .filter { !$0.hasPrefix("//") }.map(String.init)
    }

    @Test("Each line that converts has its reason, and each reason its line")
    func reasons() throws {
        let rows = try Repository.text("Tests/Conversions.tsv").split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(rows.allSatisfy { $0.count == 3 && $0[2].count > 5 })
        let found = try Repository.files(Rule.libraries, ".swift").flatMap { file in
            try Self.conversions(in: Repository.text(file)).map { [file, $0] }
        }
        #expect(Set(found).subtracting(rows.map { Array($0.prefix(2)) }).isEmpty, "without a reason")
        #expect(Set(rows.map { Array($0.prefix(2)) }).subtracting(found).isEmpty, "reasons without a line")
    }

    @Test(
        "A conversion is found",
        arguments: [
            "let x = Int(length)", "    return UInt8(a + b)", "y += Int32(z)",
            "unsafe raw.loadUnaligned(as: UInt64.self)",
        ])
    func planted(line: String) throws { #expect(try Self.conversions(in: "let a = 1\n" + line + "\n").count == 1) }

    @Test(
        "What can't trap is not listed",
        arguments: [
            "let x = Int(exactly: length)", "// Int(length)", "let x = UInt8(ascii: \"a\")",
            "let x = Int32(clamping: y)",
        ])
    func harmless(line: String) throws { #expect(try Self.conversions(in: line).isEmpty) }
}
