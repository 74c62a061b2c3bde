import FixtureScenarios
import Foundation
import FuzzSupport

/// Writes what the fuzz targets start from: `make-seeds FOLDER` out of some fixtures, `make-seeds FOLDER FILE…` out of receipts.
@main
struct MakeSeeds {
    /// Small ones that differ, for the folder that is committed.
    private static let chosen = [
        "production", "sandbox-sha1", "xcode-chunked", "no-purchases", "refund", "promotional-offer",
        "unknown-attributes",
        "wide-numbers",
    ]

    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.popFirst() else {
            print("usage: make-seeds FOLDER [RECEIPT…]")
            exit(64)
        }
        var receipts: [(name: String, bytes: [UInt8])] = []
        for file in arguments {
            let url = URL(fileURLWithPath: file)
            receipts.append((url.deletingPathExtension().lastPathComponent, Array(try Data(contentsOf: url))))
        }
        if receipts.isEmpty {
            for file in try FixtureCatalogue.files() {
                let name = file.path.dropFirst("receipts/".count).dropLast(".receipt".count)
                if chosen.contains(String(name)), file.path.hasSuffix(".receipt") {
                    receipts.append((String(name), file.bytes))
                }
            }
        }
        var seeds = Seeds(folder: folder)
        for receipt in receipts { try seeds.write(receipt.name, receipt.bytes) }
        try seeds.writeTexts()
        try seeds.writeRows()
        try seeds.writeJSON()
        try seeds.writeJWS()
        try seeds.writeTransactionReceipts()
        try seeds.writeCInterface()
        print("wrote \(seeds.count) seeds to \(folder)")
    }
}
