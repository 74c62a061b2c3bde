import Foundation
import Testing

/// Checks the references of `Tests/Promises.md`, and holds promises about what a file says.
@Suite("Promises")
struct PromiseTests {
    /// The texts whose promises the page lists, each under a heading.
    private static let texts = [
        "README.md", "Documentation.docc/Articles/SecurityModel.md", "Server/README.md", "Bindings/C/receiptkit.h",
        "Bindings/Python/README.md",
    ]

    /// Returns the references of a row that lead nowhere, or the row if it has none.
    private static func faults(_ row: String) throws -> [String] {
        let cells = row.components(separatedBy: " | ")
        let references = try Repository.matches("`([^`]+)`", in: cells.count == 2 ? cells[1] : "").map { $0[1] }
        return references.isEmpty ? [row] : try references.filter { try !leads($0) }
    }

    /// Returns true if the file has the test, or the script exists, is executable and has the group.
    private static func leads(_ reference: String) throws -> Bool {
        let parts = reference.components(separatedBy: ": ")
        let words = parts[0].split(separator: " ").map(String.init)
        let place = Repository.root.appendingPathComponent(words[0]).path
        guard let file = try? Repository.text(words[0]) else { return false }
        guard parts.count > 1 else {
            guard FileManager.default.isExecutableFile(atPath: place) else { return false }
            return words.dropFirst().allSatisfy { file.contains("\n\($0)() {\n") }
        }
        let title = parts.dropFirst().joined(separator: ": ")
        if words[0].hasSuffix(".py") { return file.contains("def \(title)(") }
        return try Repository.matches(#""((?:[^"\\\n]|\\.)*)""#, in: file).contains { $0[1].contains(title) }
    }

    @Test("Each promise of a text names tests and scripts that there are", arguments: texts)
    func references(_ text: String) throws {
        let sections = try Repository.text("Tests/Promises.md").components(separatedBy: "\n## ")
        #expect(sections.count == Self.texts.count + 1)
        let section = try #require(sections.first { $0.hasPrefix("\(text)\n") })
        let rows = try Repository.matches(#"^\| (?!promise |---)(.*) \|$"#, in: section).map { $0[1] }
        #expect(rows.count > 10)
        for row in rows { #expect(try Self.faults(row) == []) }
    }

    /// Returns the headings of a text's sections, as the page lists them.
    private static func sections(of text: String) throws -> String {
        var isCode = false
        let headings = text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return !isCode && line.hasPrefix("## ")
        }
        return headings.map { $0.dropFirst(3) }.joined(separator: "; ")
    }

    @Test("The page lists the sections of a text", arguments: texts.filter { $0 != "Bindings/C/receiptkit.h" })
    func sections(_ text: String) throws {
        let sections = try Self.sections(of: Repository.text(text))
        let heading = "\n## \(text)\n\n" + (sections.isEmpty ? "|" : "Sections: \(sections).\n")
        #expect(try Repository.text("Tests/Promises.md").contains(heading), "\(sections)")
    }

    @Test("A section that is new or gone is noticed, and a line of code isn't a section")
    func plantedSection() throws {
        #expect(try Self.sections(of: "# A\n## B\n```\n## no\n```\n## C\n") == "B; C")
    }

    @Test(
        "A reference that leads nowhere is found",
        arguments: [
            ("It works", 1), ("It works | nothing", 1), ("It works | `Server/check`", 0),
            ("It works | `Server/check`; `Server/chek`", 1), ("It works | `Server/README.md`", 1),
            ("It works | `.ci/run apple`", 0), ("It works | `.ci/run pear`", 1),
            ("It works | `Tests/RepositoryTests/VersionTests.swift: is the same in each`", 0),
            ("It works | `Tests/RepositoryTests/VersionTest.swift: is the same in each`", 1),
            ("It works | `Tests/RepositoryTests/VersionTests.swift: is another in each`", 1),
            ("It works | `Bindings/Python/tests/test_receiptkit.py: test_access`", 0),
            ("It works | `Bindings/Python/tests/test_receiptkit.py: test_acces`", 1),
        ])
    func planted(_ row: String, _ count: Int) throws { #expect(try Self.faults(row).count == count) }

    private static let server = "Server/Sources/receipt-server/"

    /// The words of a text, the file that decides, and its line.
    private static let settings = [
        ("README.md", "You need Swift 6.3", "Package.swift", "// swift-tools-version:6.3\n"),
        (
            "Documentation.docc/Articles/SecurityModel.md", "swift-crypto at 4.5.2 or later", "Package.swift",
            "swift-crypto.git\", \"4.5.2\"..<"
        ),
        (
            "Documentation.docc/Articles/SecurityModel.md", "or if your own roots issued its certificates",
            "Sources/ReceiptKit/Policy/ReceiptPolicy+Check.swift", "case .roots: environments\n"
        ),
        (
            "Server/README.md", "422 if the answer needs more than 8 MiB", server + "Routes+Inspection.swift",
            " 8 << 20\n"
        ),
        ("Server/README.md", "127.0.0.1:8080 by default", server + "ListenOptions.swift", "var host = \"127.0.0.1\"\n"),
        ("Server/README.md", "127.0.0.1:8080 by default", server + "ListenOptions.swift", "var port = 8080\n"),
        ("Server/README.md", "for TLS 1.2 and 1.3", server + "ListenOptions.swift", "minimumTLSVersion = .tlsv12\n"),
        ("Server/README.md", "request body, 4194304 by default", server + "LimitOptions.swift", "maxBody = 4 << 20\n"),
        ("Server/README.md", "client_max_body_size 4m;", server + "LimitOptions.swift", "maxBody = 4 << 20\n"),
        ("Server/README.md", "67108864 by default", server + "LimitOptions.swift", "max(64 << 20, maxBody)"),
        ("Server/README.md", "The first 64 KiB of each", server + "Budget.swift", "uncounted = 64 << 10\n"),
        ("Server/README.md", "The default is 1000, or fewer", server + "LimitOptions.swift", "min(1_000, allowed)"),
        ("Server/README.md", "from its first byte (10)", server + "LimitOptions.swift", "headTimeout = 10.0\n"),
        ("Server/README.md", "a request body (20)", server + "LimitOptions.swift", "bodyTimeout = 20.0\n"),
        ("Server/README.md", "to read an answer (20)", server + "LimitOptions.swift", "writeTimeout = 20.0\n"),
        ("Server/README.md", "SIGTERM, 10 by default", server + "LimitOptions.swift", "shutdownTimeout = 10.0\n"),
        ("Server/README.md", "bodies of more than 64 KiB", server + "ReceiptResponder.swift", " 64 << 10\n"),
        ("Server/README.md", "as eight of the largest", server + "LargeBodies.swift", "static let waiting = 8\n"),
        ("Server/README.md", "`MemoryMax` is 512 MB", "Server/receipt-server.service", "MemoryMax=512M\n"),
        ("Server/README.md", "as a credential", "Server/receipt-server.service", "\nLoadCredential=shared-secret:"),
        ("Server/README.md", "its own user account", "Server/receipt-server.service", "\nDynamicUser=yes\n"),
        ("Server/README.md", "addresses in the unit's", "Server/receipt-server.service", "\nIPAddressDeny=any\n"),
        (
            "Server/README.md", "x86-64 or arm64", ".github/workflows/distribution.yml",
            "timeout-minutes: 30\n    strategy:\n      matrix:\n        runner: [ubuntu-24.04, ubuntu-24.04-arm]\n"
        ),
        ("Server/README.md", "glibc 2.34 or later", "Distribution/check", "for limit in GLIBC_2.34 "),
        (
            "Bindings/C/receiptkit.h", "no memory for the answer", "Bindings/C/Interface/Answer.swift",
            "else { return nil }"
        ),
        ("Bindings/Python/README.md", "glibc 2.34 or later", "Distribution/check", "for limit in GLIBC_2.34 "),
        // ctypes.PyDLL would keep the lock.
        ("Bindings/Python/README.md", "global lock", "Bindings/Python/src/receiptkit/library.py", " = ctypes.CDLL("),
        (
            "Bindings/Python/README.md", "`receiptkit.schema.json`, beside the wheel", "Distribution/build",
            "cp Bindings/receiptkit.schema.json \"$folder/\"\n"
        ),
    ]

    @Test("A number or setting in a text is that of the file that decides", arguments: settings)
    func setting(_ setting: (text: String, words: String, file: String, line: String)) throws {
        let text = try Repository.text(setting.text).split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains(setting.words), "\(setting.text)")
        #expect(try Repository.text(setting.file).contains(setting.line), "\(setting.file)")
    }

    @Test("The sums of the server's page are right")
    func sums() throws {
        let page = try Repository.text("Server/README.md").split { $0.isWhitespace }.joined(separator: " ")
        func numbers(_ pattern: String) throws -> [Double] {
            let match = try #require(Repository.matches(pattern, in: page).first)
            return match.dropFirst().compactMap { Double($0.replacingOccurrences(of: ",", with: "")) }
        }
        let bodies = try numbers(
            #"about ([0-9]+) JWS of ([0-9.]+) KB by default; ([0-9,]+) of those need `--max-body ([0-9]+)`"#)
        #expect(Int(Double(4 << 20) / (bodies[1] * 1_000) / 10) * 10 == Int(bodies[0]))
        #expect(bodies[2] * bodies[1] * 1_000 <= bodies[3])
        let memory = try numbers(
            #"have ([0-9]+) KiB outside the budget, and ([0-9]+) KiB .* and ([0-9]+) connections that is ([0-9]+) MiB"#)
        #expect(Int(64 + memory[2] * (memory[0] + memory[1]) / 1_024) == Int(memory[3]))
        let pause = try numbers(#"command: \[sleep, "([0-9]+)"\]"#)[0]
        let end = try numbers(
            #"`--shutdown-timeout` \(([0-9]+) seconds\) and ([0-9]+) seconds .* up to ([0-9]+) of the ([0-9]+) seconds"#
        )
        #expect(pause + end[0] + end[1] == end[2] && end[2] <= end[3])
        #expect(try numbers("terminationGracePeriodSeconds: ([0-9]+)") == [end[3]])
    }

    /// The first line of a function, and its calls in the order of the page *Security model*.
    private static let calls = [
        (
            "Verifier/ReceiptVerifier.swift", "func verify(_ receipt: UnverifiedReceipt, at",
            [
                "creationDate(in", "signerCertificate()", "DigestAlgorithm(", "trustedSigner(", "AuthenticContents(",
                "checked(signed",
            ]
        ),
        (
            "Verifier/ReceiptVerifier+JWS.swift", "func verifiedJWS(",
            ["Parts(text)", "JWSHeader(", "UnverifiedPayloadHeader(", "trustedSigner(", "AuthenticContents("]
        ),
        (
            "Policy/ReceiptPolicy+Check.swift", "func check(_ claims: EvidenceClaims, at",
            [
                "checkEnvironment(", "bundleIdentifiers.check(", "checkAppAppleID(", "checkVersion(", "checkAge(",
                ".expired(",
                "device.check(",
            ]
        ),
    ]

    @Test("The verifier makes its checks in the order of the page", arguments: calls)
    func order(_ function: (file: String, start: String, calls: [String])) throws {
        let source = try Repository.text("Sources/ReceiptKit/" + function.file)
        let start = try #require(source.range(of: function.start))
        let end = try #require(source.range(of: "\n    }\n", range: start.upperBound..<source.endIndex))
        let body = source[start.upperBound..<end.lowerBound]
        let places = try function.calls.map { try #require(body.range(of: $0), "\($0)").lowerBound }
        #expect(places == places.sorted())
    }

    @Test("The security model counts the RSA operations: a root's signature, its intermediate's and the receipt's")
    func operations() throws {
        let page = try Repository.text(Self.texts[1])
        #expect(
            page.contains("| RSA operations for a receipt | 3; if several roots share a name, one more for each |"))
        let calls = try Repository.files(["Sources/ReceiptKit"], ".swift").flatMap { file in
            try Repository.matches(#"^.*[.]hasSigned\(.*$"#, in: Repository.text(file)).map {
                $0[0].trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(
            calls == [
                "guard root.hasSigned(intermediate) else { throw .untrustedRoot(intermediate.fingerprint) }",
                "guard self.intermediate.hasSigned(signer) else { throw .certificateSignature(.signer) }",
                "let signing = named.count == 1 ? named : named.filter { $0.hasSigned(intermediate) }",
            ])
    }

    @Test("The files that a text links to exist", arguments: texts.filter { $0.hasSuffix("README.md") })
    func links(_ text: String) throws {
        let folder = Repository.root.appendingPathComponent(text).deletingLastPathComponent()
        for link in try Repository.matches(#"\]\(([^):#]+)\)"#, in: Repository.text(text)).map({ $0[1] }) {
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(link).path), "\(link)")
        }
    }

    @Test("The header names the classes of errors that the schema has")
    func classes() throws {
        let schema = try Repository.matches(
            #""class": \{ "enum": \[(.*)\] \}"#, in: Repository.text("Bindings/receiptkit.schema.json"))
        let header = try Repository.matches(
            #""class", the likely reason: (.*)\.$"#, in: Repository.text("Bindings/C/receiptkit.h"))
        let (expected, found) = (try #require(schema.first)[1], try #require(header.first)[1])
        #expect(found.replacingOccurrences(of: " or ", with: ", ") == expected)
    }

    @Test("help(Verifier) explains each argument that has a line of its own")
    func arguments() throws {
        let source = try Repository.text("Bindings/Python/src/receiptkit/verifier.py")
        let names = try Repository.matches(#"^        ([a-z_]+): [^.\n]*,$"#, in: source).map { $0[1] }
        #expect(Set(names).isSuperset(of: ["bundle_ids", "shared_secrets", "evidence", "first_acquired_before"]))
        for name in names {
            #expect(try !Repository.matches("^        \(name): .*[^,\n]$", in: source).isEmpty, "\(name)")
        }
    }
}
