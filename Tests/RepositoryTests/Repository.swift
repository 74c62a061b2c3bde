import Foundation
import TestSupport

/// The files of this checkout.
enum Repository {
    static let root = Fixtures.folder.deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the paths of files in these folders with an ending.
    static func files(_ folders: [String], _ ending: String) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
                .filter { $0.hasSuffix(ending) && !".\($0)/".contains("/.build") && !$0.hasPrefix(".build") }
                .map { folder + "/" + $0 }
        }
    }

    /// Returns the paths of all files that people write.
    static func allFiles() throws -> [String] {
        guard let files = FileManager.default.enumerator(atPath: root.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        let folders = ["__pycache__", "node_modules"]
        var paths: [String] = []
        for case let path as String in files {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            if (name.hasPrefix(".") && name != ".ci") || folders.contains(name)
                || ["Fixtures/receipts", "Fixtures/answers"].contains(path)
            {
                files.skipDescendants()
            } else if name.contains(".") || path.contains("/") {
                paths.append(path)
            }
        }
        return paths.sorted()
    }

    /// Returns the groups of each match of a pattern, in which `^` and `$` match at line ends. A group that doesn't
    /// match is empty.
    static func matches(_ pattern: String, in text: String) throws -> [[String]] {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let whole = text as NSString
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : whole.substring(with: range)
            }
        }
    }
}
