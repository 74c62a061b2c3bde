import Foundation

/// Where in a kind of file people read sentences, and what between them is code.
struct Prose {
    let endings: Set<String>
    var isScript = false
    let prose: NSRegularExpression
    let code: NSRegularExpression
    /// Quoted texts are sentences if they have a space: the others are names and codes.
    var hasTexts = false

    /// Nil for a file that holds no prose.
    static func of(_ path: String, _ source: String) throws -> Prose? {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.contains(".") ? String(name.split(separator: ".").last ?? "") : ""
        let isScript = source.hasPrefix("#!") || name == "Dockerfile"
        return all.first { $0.endings.contains(ending) || ($0.isScript && isScript) }
    }

    /// What of these places is in prose.
    func places(_ places: [NSRange], in source: String) -> [NSRange] {
        if places.isEmpty { return [] }
        let whole = source as NSString
        return prose.matches(in: source, range: NSRange(location: 0, length: whole.length)).flatMap { piece in
            let found = places.filter { NSIntersectionRange($0, piece.range).length == $0.length }
            if found.isEmpty { return found }
            let text = whole.substring(with: piece.range)
            if hasTexts, !text.hasPrefix("/"), !text.contains(" ") { return [] }
            let code = code.matches(in: source, range: piece.range).map(\.range)
            return found.filter { place in code.allSatisfy { NSIntersectionRange($0, place).length == 0 } }
        }
    }

    /// Code spans, and words with a dot, a slash or an underscore in them: codes, members, paths and addresses.
    private static let names = #"``?[^`\n]+``?|\S*\w[./_]\w\S*"#
    private static let quoted = #""(?:\\.|[^"\\\n])*""#
    private static let interpolation =
        ##"\\#*\((?:[^()"\n]|"## + quoted + ##"|\((?:[^()"\n]|"## + quoted + ##"|\([^()\n]*\))*\))*\)"##

    private static let all = [
        Prose(["md"], #"[\s\S]+"#, code: #"^ *```[\s\S]*?^ *```|"# + names),
        Prose(
            ["swift"],
            // The lines of a comment belong together: what is between fences is code.
            ##"//[^\n]*(?:\n[ \t]*//[^\n]*)*+|#*"""[\s\S]*?"""|#+"[^\n]*?"#+|"(?:"## + interpolation
                + ##"|\\.|[^"\\\n])*""##,
            code: #"^[ \t]*/// *```[\s\S]*?/// *```|"# + interpolation + "|" + names, hasTexts: true),
        Prose(["svg", "html"], #"(?<=>)[^<>]+(?=<)|<!--[\s\S]*?-->"#, code: names),
        Prose(["c", "h", "js", "mjs"], #"(?:(?<=\s)|^)//[^\n]*|/\*[\s\S]*?\*/"#, code: names),
        Prose(["py", "yml", "service"], isScript: true, #"(?:(?<=\s)|^)#[^\n]*|^ *"""[\s\S]*?""""#, code: names),
    ].compactMap(\.self)

    private init?(_ endings: Set<String>, isScript: Bool = false, _ prose: String, code: String, hasTexts: Bool = false)
    {
        guard let prose = try? NSRegularExpression(pattern: prose, options: .anchorsMatchLines),
            let code = try? NSRegularExpression(pattern: code, options: .anchorsMatchLines)
        else { return nil }
        (self.endings, self.isScript, self.prose, self.code, self.hasTexts) = (endings, isScript, prose, code, hasTexts)
    }
}
