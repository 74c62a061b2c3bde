import Foundation
import TestSupport
import Testing

/// Tests options that name files to write: `--summary`, `--svg`, `--out`, `--root-out` and `--intermediate-out`.
@Suite("Files that options write")
struct OutputOptionTests {
    /// Runs `receipt`, with a policy for `verify` and `ledger`, in a folder with existing files. The output ends with
    /// the names of files that were changed, created or removed.
    private func shell(_ script: String) throws -> Program.Result {
        let line = Data(InputTests.trial).base64EncodedString() + "\n"
        let files: [String: [UInt8]] = [
            "in": InputTests.trial, "lines": Array(line.utf8), "root.cer": try Fixtures.file("root.cer"),
            "keys": Array(#"{"key":"a","receipt":"\#(line.dropLast())"}"#.utf8), "list": Array("root.cer\n./in\n".utf8),
            "old": Array("old".utf8),
        ]
        let before = """
            receipt() {
                policy='--bundle-id com.example.app --any-device'
                case "$*" in *--xcode*) ;; *) policy="$policy --trust-root ./root.cer" ;; esac
                case $1 in verify|ledger) set -- "$@" $policy ;; issue) set -- "$@" --bundle-id a ;; esac
                '\(Receipt.executable.path)' "$@"
            }
            seen() { find . -type f ! -name 'standard-*' ! -name said ! -name '.seen*' -exec cksum {} + | sort -k 3; }
            mkdir folder folder/sub; cp in folder/sub/in; ln in hard; ln -s in link; ln -s nothing dangling; mkfifo pipe
            seen > .seen
            """
        let after = """
            status=$?
            seen > .seen2; diff .seen .seen2 | sed -n 's/^[<>].* //p' | sort -u
            exit $status
            """
        return try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", [before, script, after].joined(separator: "\n")], files: files)
    }

    // MARK: Rejected

    static let clashes: [(command: String, one: String, other: String)] = [
        ("verify --batch --summary lines < lines", "--summary lines", "standard input"),
        ("verify --batch --strict --summary ./lines < lines", "--summary ./lines", "standard input"),
        ("verify --batch --summary hard < in", "--summary hard", "standard input"),
        ("verify --batch --summary link < in", "--summary link", "standard input"),
        ("verify root.cer --summary lines < lines", "--summary lines", "standard input"),
        ("ledger --batch --merge-by-key --summary keys < keys", "--summary keys", "standard input"),
        ("ledger - --svg in < in", "--svg in", "standard input"),
        ("verify in --summary in", "--summary in", "the input in"),
        ("verify root.cer in --summary folder/../in", "--summary folder/../in", "the input in"),
        ("verify in --summary hard", "--summary hard", "the input in"),
        ("verify link --summary in", "--summary in", "the input link"),
        ("verify in --summary link --format verify-receipt", "--summary link", "the input in"),
        ("ledger in --svg in", "--svg in", "the input in"),
        ("ledger root.cer in --merge --svg ./in", "--svg ./in", "the input in"),
        ("verify in --summary root.cer", "--summary root.cer", "--trust-root ./root.cer"),
        ("ledger in --svg root.cer", "--svg root.cer", "--trust-root ./root.cer"),
        ("verify in --intermediate old --summary ./old", "--summary ./old", "--intermediate old"),
        ("verify in --xcode-certificate old --summary old", "--summary old", "--xcode-certificate old"),
        ("verify --batch --intermediate old --summary old < lines", "--summary old", "--intermediate old"),
        ("verify --files-from list --summary ./list", "--summary ./list", "--files-from list"),
        ("verify --files-from list --summary in", "--summary in", "the input ./in"),
        ("verify --files-from list --summary hard", "--summary hard", "the input ./in"),
        ("verify --files-from - --summary in < list", "--summary in", "the input ./in"),
        ("verify --files-from - --summary list < list", "--summary list", "standard input"),
        ("ledger --files-from list --merge --svg in", "--svg in", "the input ./in"),
        ("verify in --summary said > said", "--summary said", "standard output"),
        ("ledger in --svg ./said >> said", "--svg ./said", "standard output"),
        ("issue --out old --root-out new < old", "--out old", "standard input"),
        ("issue --out x --root-out x", "--out x", "--root-out x"),
        ("issue --out x --root-out ./x", "--out x", "--root-out ./x"),
        ("issue --out x --root-out folder/../x", "--out x", "--root-out folder/../x"),
        ("issue --out old --root-out ./old", "--out old", "--root-out ./old"),
        ("issue --out in --root-out hard", "--out in", "--root-out hard"),
        ("issue --out link --root-out hard", "--out link", "--root-out hard"),
        ("issue --out dangling --root-out nothing", "--out dangling", "--root-out nothing"),
        (
            "issue --kind transactionReceipt --out x --root-out y --intermediate-out ./x", "--out x",
            "--intermediate-out ./x"
        ),
        (
            "issue --kind transactionReceipt --out x --root-out y --intermediate-out ./y", "--root-out y",
            "--intermediate-out ./y"
        ),
    ]

    @Test(
        "An output that is an input or another output is a usage error, and nothing is written: 64",
        arguments: clashes.sample(12))
    func clash(_ row: (command: String, one: String, other: String)) throws {
        let result = try shell("receipt " + row.command)
        #expect(result.status == 64)
        #expect(result.text.isEmpty, "\(result.text)")
        let message = "Error: \(row.one) and \(row.other) are the same file; nothing was overwritten.\nUsage: "
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }

    @Test(
        "An output in a folder that is read is a usage error, and nothing is written: 64",
        arguments: [
            ("verify folder --summary folder/new", "--summary folder/new", "folder"),
            ("verify in folder/ --summary ./folder/sub/new", "--summary ./folder/sub/new", "folder/"),
            ("verify . --summary old", "--summary old", "."),
            ("ledger folder --merge --svg folder/sub/in", "--svg folder/sub/in", "folder"),
            ("verify --files-from names --summary folder/new", "--summary folder/new", "./folder"),
            ("verify - folder --summary folder/new < in", "--summary folder/new", "folder"),
        ])
    func folder(_ row: (command: String, output: String, folder: String)) throws {
        let result = try shell("echo ./folder > names; seen > .seen; receipt " + row.command)
        #expect(result.status == 64)
        #expect(result.text.isEmpty, "\(result.text)")
        let message =
            "Error: \(row.output) is in the folder \(row.folder), of which all files are read; nothing was overwritten.\n"
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }

    @Test(
        "An output that a folder has under another name is a usage error: 64",
        arguments: ["ln old folder/sub/other", "ln -s ../../old folder/sub/other"])
    func linkedFromFolder(_ setup: String) throws {
        let result = try shell("\(setup); seen > .seen; receipt verify folder --summary old")
        #expect(result.status == 64)
        #expect(result.text.isEmpty, "\(result.text)")
        let message =
            "Error: --summary old and the input folder/sub/other are the same file; nothing was overwritten.\n"
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }

    @Test("An output in a list from a pipe is rejected when its turn comes: 64")
    func pipedList() throws {
        let result = try shell(#"printf 'link\nhard\n' | receipt verify --files-from - --summary in"#)
        #expect(result.status == 64)
        #expect(result.text.isEmpty, "\(result.text)")
        #expect(
            result.errors.hasPrefix(
                "Error: --summary in and the input link are the same file; nothing was overwritten."),
            "\(result.errors)")
    }

    // MARK: Written

    @Test(
        "A list is read whole after it was compared with the outputs",
        arguments: ["--files-from list", "--files-from - < list", "--files-from /dev/stdin < list"])
    func wholeList(_ list: String) throws {
        let result = try shell("receipt verify --summary old \(list)")
        #expect(result.status == 1)
        #expect(result.lines.last == "./old")
        #expect(result.text.contains("✓ verified  ./in"), "\(result.text)")
        #expect(result.errors.contains("1 verified, 1 refused"), "\(result.errors)")
    }

    @Test(
        "A new file has the permissions that the umask allows; an old one keeps its own",
        arguments: [
            ("new", "-rw-r-----"), ("old", "-rw-----w-"), ("dangling", "-rw-r-----"), ("private", "-rw-----w-"),
        ])
    func permissions(_ file: String, _ expected: String) throws {
        let result = try shell(
            """
            umask 027; chmod 602 old; ln -s folder/../old private
            receipt verify in --summary \(file) > said 2>&1 || cat said
            ls -lL \(file) | cut -c 1-10; grep -c '"verified":1,' \(file); ls -A | grep tmp
            [ -L dangling ] && [ -L private ]
            """)
        #expect(result.status == 0, "\(result.errors)")
        let written = ["dangling": "nothing", "private": "old"][file] ?? file
        #expect(result.lines == [expected, "1", "./\(written)"])
    }

    @Test("A hard link keeps the old content, because the file is replaced and not overwritten")
    func replaced() throws {
        let result = try shell("ln old kept; seen > .seen; receipt verify in --summary old > said 2>&1; cat kept; echo")
        #expect(result.lines == ["old", "./old"])
    }

    @Test(
        "Pipes, devices and descriptors, which can't be replaced, are written directly",
        arguments: [
            "receipt verify in --summary /dev/stdout", "receipt verify in --summary /dev/stdout | cat",
            "receipt verify in --summary /dev/fd/3 3>&1 > said",
            "receipt verify in --summary /dev/stderr 2>&1 > said",
            "cat pipe & receipt verify in --summary pipe > said; wait",
            "receipt verify in --summary /dev/null && echo '\"verified\":1,'",
        ])
    func direct(_ command: String) throws {
        let result = try shell(command)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("\"verified\":1,"), "\(result.text)")
        #expect(!result.lines.contains { $0.hasPrefix("./") }, "\(result.text)")
        if !command.contains("said") { #expect(result.text.contains("✓ verified  in"), "\(result.text)") }
    }

    // MARK: Not written

    @Test(
        "An output that can't be written fails before the work: 73, and nothing is left behind",
        arguments: [
            ("verify in --summary folder", "folder cannot be written: Is a directory"),
            ("verify in --summary no/where", "no/where cannot be written: No such file or directory"),
            ("verify in --summary in/new", "in/new cannot be written: Not a directory"),
            ("verify in --summary ''", " cannot be written: No such file or directory"),
            ("verify --batch --summary circle < lines", "circle cannot be written: Too many levels of symbolic links"),
            ("ledger in --svg no/where", "no/where cannot be written: No such file or directory"),
            ("issue --out new --root-out folder", "folder cannot be written: Is a directory"),
            ("issue --out no/x --root-out nowhere/x", "no/x cannot be written: No such file or directory"),
            ("issue --out folder/ --root-out new", "folder/ cannot be written: Is a directory"),
        ])
    func unwritable(_ command: String, _ message: String) throws {
        let result = try shell("ln -s circle circle; receipt " + command)
        #expect(result.status == 73)
        #expect(result.text.isEmpty, "\(result.text)")
        #expect(result.errors == "receipt: \(message)\n")
    }

    @Test("A file that its owner made read-only is not replaced: 73", .enabled(if: getuid() != 0))
    func readOnly() throws {
        let result = try shell("chmod 400 old; receipt verify in --summary old")
        #expect(result.status == 73)
        #expect(result.text.isEmpty)
        #expect(result.errors == "receipt: old cannot be written: Permission denied\n")
    }

    @Test(
        "If writing fails, the old content stays and nothing is left behind: 73",
        arguments: [
            (0, "verify in --summary old", "old"), (0, "ledger in --svg old", "old"),
            (0, "issue --out old --root-out new", "old"),
            // There is room for the certificate, but not for the evidence.
            (2, "issue --purchase '\(longPurchase)' --root-out old --out new", "new"),
        ])
    func noRoom(_ blocks: Int, _ command: String, _ file: String) throws {
        // The limit applies to the size of files; printed output goes through a pipe.
        let result = try shell(
            """
            { trap '' XFSZ; ulimit -f \(blocks); receipt \(command) 2>&1 > /dev/null; echo $?; } | cat
            ls -A | grep tmp; true
            """)
        #expect(result.lines.last == "73", "\(result.text)")
        #expect(result.text.contains("receipt: \(file) cannot be written: File too large\n"), "\(result.text)")
        #expect(!result.text.contains("tmp"), "\(result.text)")
    }

    private static let longPurchase =
        #"{"productID":"\#(String(repeating: "x", count: 200))","purchaseDate":"2024-04-01"}"#

    @Test(
        "A batch that is killed leaves the file of --summary as it was, and nothing beside it",
        arguments: ["KILL", "TERM"])
    func killed(_ signal: String) throws {
        let result = try shell(
            """
            mkfifo answers
            '\(Receipt.executable.path)' verify --batch --summary old --any-bundle-id --any-device < pipe > answers &
            exec 3> pipe 4< answers
            cat lines >&3; read -r answer <&4
            kill -\(signal) $!; wait $! 2> said
            echo "${answer%%,*}"; ls -A | grep tmp; true
            """)
        #expect(result.lines == [#"{"line":1"#], "\(result.text)\(result.errors)")
    }

    @Test("Help documents the state after a killed run", arguments: ["verify", "ledger", "issue"])
    func help(_ command: String) throws {
        let words = try Receipt.run([command, "--help"]).text.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(words.contains("A run that fails or is killed leaves the old file"), "\(words)")
    }
}
