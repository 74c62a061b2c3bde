import ArgumentParser
import ReceiptFields
import ReceiptKit

/// A certificate in a file, DER or PEM.
enum CertificateFile {
    /// The certificate's DER encoding.
    static func read(_ path: String) throws -> [UInt8] {
        let contents = try BoundedRead.file(path, limit: 64 << 10)
        guard contents.first == UInt8(ascii: "-") else { return contents }
        guard let body = PEM.body(of: contents, labels: ["CERTIFICATE"]) else {
            throw ValidationError("\(path) is PEM, but holds no certificate.")
        }
        do throws(FormatError) {
            return try Base64.decode(body, maximumInputSize: 64 << 10)
        } catch {
            throw ValidationError("\(path): \(error)")
        }
    }
}
