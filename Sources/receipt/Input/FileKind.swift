/// What stands behind a name.
enum FileKind {
    case file
    case folder
    case link
    /// A pipe, a device, a socket.
    case other

    /// Of what a path leads to. Nil if there is no file, or the system doesn't permit looking.
    init?(_ path: FileName) {
        guard let status = FileStatus(path) else { return nil }
        self = status.kind
    }

    /// The same of an entry of a folder, where a link to a folder is none: it may lead back.
    init?(entry path: FileName) {
        guard let kind = FileKind(path) else { return nil }
        self = kind == .folder && FileStatus(link: path)?.kind == .link ? .other : kind
    }
}
