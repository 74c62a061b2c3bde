import ArgumentParser
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

extension LogFormat: ExpressibleByArgument {}

/// The address of the server, TLS, and the log.
struct ListenOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 selects a free port, which the log contains.")
    var port = 8080

    @OptionGroup var limits: LimitOptions

    @Option(help: ArgumentHelp("A certificate and its chain in PEM: use TLS.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
    var tlsKey: String?

    @Option(help: "The form of the log on standard error: text, or json with one object on each line.")
    var logFormat = LogFormat.text

    func validate() throws {
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        if !(0...65_535).contains(port) { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    func server(_ limit: ConnectionLimit, _ readiness: Readiness, _ log: RequestLog) throws -> HTTPServerBuilder {
        let terms = limits.terms(readiness, log)
        let plain = HTTPServerBuilder { LimitedChannel($0, terms: terms, limit: limit) }
        guard let tlsCertificate, let tlsKey else { return plain }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(tlsCertificate)
            let key = try NIOSSLPrivateKey(file: tlsKey, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try .tls(plain, tlsConfiguration: configuration)
        } catch {
            throw ValidationError("The certificate or its key cannot be used: \(error).")
        }
    }
}
