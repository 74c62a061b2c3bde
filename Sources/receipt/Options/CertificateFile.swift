import ArgumentParser
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// A certificate in a file, DER or PEM.
enum CertificateFile {
    private static let longest = 64 << 10

    /// Returns the certificate's DER encoding, after checking that it can be parsed.
    static func read(_ path: FileName) throws -> [UInt8] {
        let bytes = try encoding(path)
        do throws(ReceiptPolicy.InvalidPolicy) {
            _ = try TrustStore.roots([bytes])
        } catch {
            let name = path.printable
            if case .certificateKey = error {
                throw ValidationError(
                    "\(name) is a certificate, but its key is neither RSA of 2048 to 4096 bits nor on P-256 or P-384.")
            }
            throw ValidationError("\(name) is not an X.509 certificate (DER or PEM).")
        }
        return bytes
    }

    private static func encoding(_ path: FileName) throws -> [UInt8] {
        let contents = try BoundedRead.file(path, limit: longest)
        do throws(FormatError) {
            return try ReceiptFile.certificate(in: contents)
        } catch {
            let name = path.printable
            switch error.reason {
            case .notReceipt: throw ValidationError("\(name) is PEM, but not a certificate.")
            case .trailingBytes:
                throw ValidationError("\(name) holds more than one certificate.")
            default: throw ValidationError("\(name): \(error).")
            }
        }
    }
}
