import Foundation
import Testing

/// A PostgreSQL server for the tests, in a temporary folder with its socket. PostgreSQL doesn't run as root, so root runs it as the
/// user that Debian's package creates.
struct Postgres: Sendable {
    @TaskLocal static var current: Postgres?

    let folder: String

    /// The reason why the tests can't run PostgreSQL, or nil if it is installed.
    static let reasonNotToRun: String? = {
        do {
            try shell(
                """
                { command -v initdb && command -v pg_ctl; } >/dev/null || { echo "it is not installed"; exit 1; }
                as true
                """, [])
            return nil
        } catch { return "\(error)" }
    }()

    static func start() throws -> Postgres {
        let folder = try shell(
            """
            folder=$(as mktemp -d) && cd "$folder"
            as initdb -D "$folder/data" -A trust -U postgres --no-sync >/dev/null
            echo "$folder"
            """, [])
        let server = Postgres(folder: folder)
        try server.startAgain()
        return server
    }

    func startAgain() throws {
        try Self.shell(#"cd "$1" && as pg_ctl -D data -w -l log -o "-k '$1' -h ''" start >/dev/null"#, [folder])
    }

    /// Stops the server like a crash, so that it can't write anything.
    func crash() throws { try Self.shell(#"cd "$1" && as pg_ctl -D data -m immediate -w stop >/dev/null"#, [folder]) }

    func remove() throws {
        try crash()
        try FileManager.default.removeItem(atPath: folder)
    }

    func makeDatabase() throws -> String {
        let name = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        try Self.shell(#"createdb -h "$1" -U postgres "$2""#, [folder, name])
        return "postgresql:///\(name)?host=\(folder)&user=postgres"
    }

    @discardableResult
    private static func shell(_ script: String, _ arguments: [String]) throws -> String {
        let prelude = """
            set -e
            for bin in /usr/lib/postgresql/*/bin; do PATH="$bin:$PATH"; done
            as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

            """
        return try Shell.run(prelude + script, arguments)
    }
}

/// Starts PostgreSQL, if it is installed, before the tests of a suite and stops it after them.
struct PostgresTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard Postgres.reasonNotToRun == nil else { return try await function() }
        let server = try Postgres.start()
        let result = await Swift.Result { try await Postgres.$current.withValue(server) { try await function() } }
        try server.remove()
        try result.get()
    }
}

extension Swift.Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// All tests. They share one PostgreSQL server.
@Suite("The example server", PostgresTrait())
struct ExampleServerTests {}
