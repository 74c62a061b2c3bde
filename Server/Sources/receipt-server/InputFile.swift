import ArgumentParser
import Foundation
import ReceiptKit
import ReceiptReports

/// The path of a file, as written in an option.
typealias FileName = String

/// A file named on the command line.
enum InputFile {
    static func read(_ path: String) throws -> [UInt8] {
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(path) cannot be read.")
        }
        return Array(contents)
    }
}

/// A certificate in a file, DER or PEM.
enum CertificateFile {
    static func read(_ path: String) throws -> [UInt8] {
        let contents = try InputFile.read(path)
        do throws(FormatError) {
            return try ReceiptFile.certificate(in: contents)
        } catch {
            throw ValidationError("\(path): \(error).")
        }
    }
}
