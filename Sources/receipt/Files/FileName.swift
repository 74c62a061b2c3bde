import ArgumentParser
import ReceiptFields

/// A path as the file system stores it. It is a sequence of bytes, which on old file systems may not be UTF-8.
struct FileName: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    init(_ text: String) { self.init(text.utf8) }

    /// A lone `-`, which means standard input.
    static let dash = FileName("-")

    /// The path as a string, for display only. Bytes that aren't UTF-8 appear as U+FFFD, so the string can't be used to
    /// open the file.
    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path escaped for a terminal.
    var printable: String { SafeText.printable(description) }

    /// The folder of the file, and its name, which is empty if the path ends with a slash.
    var split: (folder: FileName, name: FileName) {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return (FileName("."), self) }
        return (FileName(slash == 0 ? [Self.slash] : bytes[..<slash]), FileName(bytes[(slash + 1)...]))
    }

    var isAbsolute: Bool { bytes.first == Self.slash }

    /// Returns the path of an entry in this folder.
    func appending(_ name: FileName) -> FileName {
        FileName(bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
    }

    /// The path as C functions expect it.
    var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    private static let slash = UInt8(ascii: "/")
}

extension FileName: ExpressibleByArgument {
    init?(argument: String) { self.init(RawArguments.bytes(argument)) }
}
