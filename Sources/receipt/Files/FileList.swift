/// The files that a command was given: files named one by one, the files of a folder and its subfolders, and the files in a list of names.
///
/// The files of a folder are ordered by their names' bytes. In folders, names that begin with a dot are skipped, and so
/// are links to folders, which may form a cycle, and anything that is neither a file nor a folder. A list is read
/// incrementally, because it may be larger than the memory.
struct FileList: Sendable {
    let names: [FileName]
    /// The file with the list of names, or `-` for standard input.
    let list: FileName?
    /// The files that the command writes. None of them may be an input.
    var outputs = OutputFiles.none

    /// True if the number of files may differ from the number of names.
    var isOpen: Bool { list != nil || names.contains(where: Self.isFolder) }

    private static func isFolder(_ path: FileName) -> Bool { path != .dash && FileStatus(path)?.kind == .folder }

    func makeIterator() -> Iterator {
        Iterator(names: names, list: list.map(NameList.init), outputs: outputs, entersFolders: true)
    }

    /// Rejects an output that is one of the input files, before any of them is read. A list from a pipe can be read only once, so an output
    /// that the list names is rejected when it comes up in the list, before it is written.
    func check(_ outputs: OutputFiles) throws {
        let place = lseek(STDIN_FILENO, 0, SEEK_CUR)
        let comesAgain =
            list.map {
                $0 == .dash ? place >= 0 : !$0.bytes.starts(with: "/dev/".utf8) && FileStatus($0)?.kind == .file
            } ?? false
        var files = Iterator(
            names: names, list: comesAgain ? list.map(NameList.init) : nil, outputs: outputs,
            entersFolders: outputs.mayBeRead)
        while try files.next() != nil {}
        if list == .dash, comesAgain { _ = lseek(STDIN_FILENO, place, SEEK_SET) }
    }

    struct Iterator {
        private enum Place {
            /// A path that the user named.
            case given(FileName)
            /// An entry of a folder.
            case entry(FileName)
            /// A path that is opened without a check of its kind. If it can't be opened, opening it throws the right error.
            case file(FileName)
        }

        /// The remaining places, the next one last.
        private var pending: [Place]
        private var list: NameList?
        private let outputs: OutputFiles
        private let entersFolders: Bool

        init(names: [FileName], list: NameList?, outputs: OutputFiles, entersFolders: Bool) {
            pending = names.reversed().map(Place.given)
            (self.list, self.outputs, self.entersFolders) = (list, outputs, entersFolders)
        }

        /// - Throws: ``UnreadableFile`` for the list, or a usage error if a file is also an output.
        mutating func next() throws -> FileName? {
            while true {
                switch pending.popLast() {
                case .file(let path): return try read(path)
                case .given(let path):
                    guard FileList.isFolder(path) else { return try read(path) }
                    try enter(path)
                case .entry(let path):
                    switch FileStatus(path)?.kind {
                    case .file, nil: return try read(path)
                    // Skip a link to a folder, which may form a cycle.
                    case .folder where FileStatus(link: path)?.kind == .link: break
                    case .folder: try enter(path)
                    case .link, .other: break
                    }
                case nil:
                    guard let name = try list?.next() else { return nil }
                    pending.append(.given(name))
                }
            }
        }

        private func read(_ path: FileName) throws -> FileName {
            if path != .dash { try outputs.check(input: path) }
            return path
        }

        private mutating func enter(_ folder: FileName) throws {
            try outputs.check(folder: folder)
            if entersFolders { pending += Self.entries(of: folder).reversed() }
        }

        private static func entries(of folder: FileName) -> [Place] {
            guard let names = folder.entries else { return [.file(folder)] }
            return names.filter { $0.bytes.first != UInt8(ascii: ".") }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
                .map { .entry(folder.appending($0)) }
        }
    }
}
