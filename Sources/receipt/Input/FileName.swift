import ArgumentParser
import ReceiptFields

/// A path as the file system has it. Names are bytes there, and those of old systems needn't be UTF-8.
struct FileName: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    init(_ text: String) { self.init(text.utf8) }

    /// A lone `-`: standard input, where a file is read.
    static let dash = FileName("-")

    /// The path as text, to be shown: U+FFFD stands for what isn't UTF-8, so that it opens no file.
    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The same for a terminal.
    var printable: String { Printable.text(description) }

    /// The folder that the file is in, and its name there, which is empty if the path ends with a slash.
    var split: (folder: FileName, name: FileName) {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return (FileName("."), self) }
        return (FileName(slash == 0 ? [Self.slash] : bytes[..<slash]), FileName(bytes[(slash + 1)...]))
    }

    var isAbsolute: Bool { bytes.first == Self.slash }

    /// The path of an entry of this folder.
    func appending(_ name: FileName) -> FileName {
        FileName(bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
    }

    /// For C's functions.
    var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    private static let slash = UInt8(ascii: "/")
}

extension FileName: ExpressibleByArgument {
    init?(argument: String) { self.init(RawArguments.ofProcess.bytes(of: argument)) }
}
