import Foundation

/// A program without libFuzzer that runs the named files, and all files in the named folders.
package enum Replay {
    nonisolated(unsafe) private static var current = ""

    /// - Parameter target: The target to run with the files.
    package static func start(_ target: any FuzzTarget.Type) {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isVerbose = arguments.first == "--names"
        if isVerbose { arguments.removeFirst() }
        var count = 0
        for file in arguments.flatMap(files) {
            guard let bytes = FileManager.default.contents(atPath: file) else { stop("cannot be read: \(file)") }
            if isVerbose { print(file) }
            unsafe current = file
            target.run(Array(bytes))
            count += 1
        }
        unsafe current = ""
        print("\(target): \(count) inputs replayed")
    }

    /// Exits with the name of the input being replayed.
    static func stop(_ message: String) -> Never {
        unsafe FileHandle.standardError.write(Data("\(current): \(message)\n".utf8))
        exit(1)
    }

    private static func files(_ path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            stop("no such file: \(path)")
        }
        guard isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
            .filter {
                var isFolder: ObjCBool = false
                return unsafe FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
    }
}
