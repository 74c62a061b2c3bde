import ArgumentParser
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOSSL

/// Where the server listens, and for how long to whom.
struct ListenOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes one that is free, which the log names.")
    var port = 8080

    @Option(help: ArgumentHelp("The largest body that is read; beyond it the answer is 413.", valueName: "bytes"))
    var maxBody = 4 << 20

    @Option(
        help: ArgumentHelp(
            "How long a body may take to arrive; beyond it the answer is 408.", valueName: "seconds"))
    var bodyTimeout = 20.0

    @Option(help: ArgumentHelp("A certificate, and those up to its root, in PEM: answer by TLS.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
    var tlsKey: String?

    func validate() throws {
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        if !(0...65_535).contains(port) { throw ValidationError("--port is a number from 0 to 65535.") }
        if !(1...1 << 30).contains(maxBody) { throw ValidationError("--max-body is a number from 1 to 1073741824.") }
        if !(bodyTimeout > 0 && bodyTimeout <= 3_600) {
            throw ValidationError("--body-timeout is a number of seconds, at most 3600.")
        }
    }

    func server() throws -> HTTPServerBuilder {
        let (maxBody, bodyTimeout) = (maxBody, TimeAmount.milliseconds(Int64(bodyTimeout * 1_000)))
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionRules(maximumBody: maxBody, bodyTimeout: bodyTimeout)],
            idleTimeout: .seconds(75))
        let plain = HTTPServerBuilder { responder in
            LoopChannel(base: HTTP1Channel(responder: responder, configuration: configuration))
        }
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
