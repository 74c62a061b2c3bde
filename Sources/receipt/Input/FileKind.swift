import ReceiptEssentials

/// What stands behind a name.
enum FileKind {
    case file
    case folder
    /// A pipe, a device, a socket.
    case other

    /// Nil if there is no file, or the system doesn't permit looking.
    init?(_ path: String) {
        guard var type = Self.type(of: path) else { return nil }
        if type == .typeSymbolicLink {
            guard let target = FileIdentity.realPath(path).flatMap(Self.type) else { return nil }
            type = target
        }
        self = type == .typeRegular ? .file : type == .typeDirectory ? .folder : .other
    }

    /// The same of an entry of a folder, where a link to a folder is none: it may lead back.
    init?(entry path: String) {
        guard let kind = FileKind(path) else { return nil }
        self = kind == .folder && Self.type(of: path) == .typeSymbolicLink ? .other : kind
    }

    /// Of a link, that it is one.
    private static func type(of path: String) -> FileAttributeType? {
        do {
            return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        } catch {
            return nil
        }
    }
}
