import Foundation
import TestSupport

/// The pages of `Documentation.docc`.
enum Pages {
    static let root = Fixtures.folder.deletingLastPathComponent()
    static let folder = root.appendingPathComponent("Documentation.docc")

    struct Page: CustomStringConvertible {
        let description: String
        let text: String
    }

    struct Block {
        let language: String
        let lines: [String]
        /// The line of text above the block.
        let introduction: String

        var code: String { lines.joined(separator: "\n") }
    }

    static func all() throws -> [Page] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        return try names.sorted().map { try page($0) }
    }

    static func page(_ name: String) throws -> Page {
        Page(description: name, text: try text(folder.appendingPathComponent(name)))
    }

    static func article(_ name: String) throws -> Page { try page("Articles/\(name).md") }

    static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// Returns the Swift files below a folder of the repository.
    static func sources(_ folder: String) throws -> [String] {
        try files(folder).map { try text(root.appendingPathComponent($0)) }
    }

    /// Returns the documentation comments of each file in `Sources`.
    static func comments() throws -> [Page] {
        try files("Sources").map { file in
            let comments = try text(root.appendingPathComponent(file)).split(separator: "\n").compactMap { line in
                let line = line.drop { $0 == " " }
                return line.hasPrefix("///") ? String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)) : nil
            }
            return Page(description: file, text: comments.joined(separator: "\n"))
        }
    }

    static func files(_ folder: String) throws -> [String] {
        let path = root.appendingPathComponent(folder).path
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".") }
            .map { folder + "/" + $0 }
    }
}

extension Pages.Page {
    /// The fenced blocks.
    var blocks: [Pages.Block] {
        var blocks: [Pages.Block] = []
        var open: (language: String, lines: [String])?
        var introduction = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let (language, lines) = open {
                if line == "```" {
                    blocks.append(Pages.Block(language: language, lines: lines, introduction: introduction))
                    open = nil
                    introduction = ""
                } else {
                    open = (language, lines + [line])
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else if !line.isEmpty {
                introduction = line
            }
        }
        return blocks
    }
}
