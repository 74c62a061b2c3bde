import FixtureScenarios
import Foundation

/// Writes the fixtures, or with `--check` compares them with the existing files.
@main
struct MakeFixtures {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        var output = "Fixtures"
        var isCheck = false
        while let argument = arguments.popFirst() {
            switch argument {
            case "--check": isCheck = true
            case "--output":
                guard let directory = arguments.popFirst() else { usage() }
                output = directory
            default: usage()
            }
        }
        let files = try FixtureCatalogue.files()
        if isCheck {
            check(files, in: output)
        } else {
            try write(files, to: output)
        }
    }

    private static func write(_ files: [FixtureCatalogue.File], to directory: String) throws {
        for folder in FixtureCatalogue.folders {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: "\(directory)/\(file.path)")) }
        print("wrote \(files.count) files to \(directory)")
        for path in surplus(files, in: directory) { print("not a fixture: \(path)") }
    }

    private static func check(_ files: [FixtureCatalogue.File], in directory: String) {
        var findings: [String] = []
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: "\(directory)/\(file.path)") else {
                findings.append("missing: \(file.path)")
                continue
            }
            if Array(bytes) != file.bytes { findings.append("differs: \(file.path)") }
        }
        findings += surplus(files, in: directory).map { "not a fixture: \($0)" }
        for finding in findings { print(finding) }
        guard findings.isEmpty else { exit(1) }
        print("\(files.count) files are as they are made")
    }

    /// Returns files in the fixtures' folders that no fixture has.
    private static func surplus(_ files: [FixtureCatalogue.File], in directory: String) -> [String] {
        let known = Set(files.map(\.path))
        return FixtureCatalogue.folders.flatMap { folder in
            let found = (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []
            return found.map { "\(folder)/\($0)" }.filter { !known.contains($0) }.sorted()
        }
    }

    private static func usage() -> Never {
        print("usage: make-fixtures [--check] [--output DIRECTORY]")
        exit(64)
    }
}
