import Foundation
import FuzzSupport

/// Writes the seeds of the fuzz targets.
@main
struct MakeSeeds {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count > 1 else {
            print("usage: make-seeds FOLDER RECEIPT…")
            exit(64)
        }
        var seeds = Seeds(folder: folder)
        for file in arguments.dropFirst() {
            let url = URL(fileURLWithPath: file)
            try seeds.write(url.deletingPathExtension().lastPathComponent, Array(try Data(contentsOf: url)))
        }
        try seeds.writeTexts()
        try seeds.writeRows()
        try seeds.writeJSON()
        try seeds.writeJWS()
        try seeds.writeTransactionReceipts()
        try seeds.writeCInterface()
        print("wrote \(seeds.count) seeds to \(folder)")
    }
}
