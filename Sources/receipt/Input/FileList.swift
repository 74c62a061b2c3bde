#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files that a command was given: each by name, all those in a folder and the folders in it, and those that a list names.
///
/// The files of a folder come in the order of their names' octets. What begins with a dot is passed over there, and so are links to
/// folders, which may lead around in a circle, and whatever is neither a file nor a folder. A list is read as the files are: it may be
/// longer than the memory.
struct FileList: AsyncSequence, Sendable {
    let names: [String]
    /// The name of the list, `-` for standard input.
    let list: String?

    /// Whether there may be more files than names, or fewer.
    var isOpen: Bool { list != nil || names.contains { $0 != "-" && FileKind($0) == .folder } }

    func makeAsyncIterator() -> Iterator { Iterator(names: names, list: list.map(NameList.init)) }

    struct Iterator: AsyncIteratorProtocol {
        private enum Place {
            /// As it was given, by name.
            case given(String)
            /// In a folder.
            case entry(String)
            /// To be opened whatever it is: whoever tries is told what is wrong with it.
            case file(String)
        }

        /// What is left, the next one last.
        private var pending: [Place]
        private var list: NameList?

        init(names: [String], list: NameList?) {
            pending = names.reversed().map(Place.given)
            self.list = list
        }

        mutating func next() async throws -> String? { try nextFile() }

        mutating func nextFile() throws(UnreadableFile) -> String? {
            while true {
                switch pending.popLast() {
                case .file(let path): return path
                case .given(let path):
                    guard path != "-", FileKind(path) == .folder else { return path }
                    pending += Self.entries(of: path).reversed()
                case .entry(let path):
                    switch FileKind(entry: path) {
                    case .file, nil: return path
                    case .folder: pending += Self.entries(of: path).reversed()
                    case .other: break
                    }
                case nil:
                    guard let name = try list?.next() else { return nil }
                    pending.append(.given(name))
                }
            }
        }

        private static func entries(of folder: String) -> [Place] {
            let names: [String]
            do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [.file(folder)] }
            let start = folder.hasSuffix("/") ? folder : folder + "/"
            return names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { .entry(start + $0) }
        }
    }
}
