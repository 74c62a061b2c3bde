/// The files that a command was given: each by name, all those in a folder and the folders in it, and those that a list names.
///
/// The files of a folder come in the order of their names' bytes. What begins with a dot is passed over there, and so are links to
/// folders, which may lead around in a circle, and whatever is neither a file nor a folder. A list is read as the files are: it may be
/// longer than the memory.
struct FileList: Sendable {
    let names: [FileName]
    /// The name of the list, `-` for standard input.
    let list: FileName?
    /// What is written meanwhile, and must be none of the files.
    var outputs = OutputFiles.none

    /// Whether there may be more files than names, or fewer.
    var isOpen: Bool { list != nil || names.contains(where: Self.isFolder) }

    private static func isFolder(_ path: FileName) -> Bool { path != .dash && FileStatus(path)?.kind == .folder }

    func makeIterator() -> Iterator {
        Iterator(names: names, list: list.map(NameList.init), outputs: outputs, entersFolders: true)
    }

    /// Rejects an output that is one of the files, before any of them is read. A list that comes in by a pipe can be read once only:
    /// an output that it names is rejected when its turn comes, and has not been written by then.
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
            /// As it was given, by name.
            case given(FileName)
            /// In a folder.
            case entry(FileName)
            /// To be opened whatever it is: opening it throws what is wrong with it.
            case file(FileName)
        }

        /// What is left, the next one last.
        private var pending: [Place]
        private var list: NameList?
        private let outputs: OutputFiles
        private let entersFolders: Bool

        init(names: [FileName], list: NameList?, outputs: OutputFiles, entersFolders: Bool) {
            pending = names.reversed().map(Place.given)
            (self.list, self.outputs, self.entersFolders) = (list, outputs, entersFolders)
        }

        /// - Throws: ``UnreadableFile`` for the list, or a usage error where a file is an output.
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
                    // A link to a folder may lead back.
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
