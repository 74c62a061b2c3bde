import Foundation

#if canImport(Glibc)
    import Glibc
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
    private let (peeking, dontWait) = (Int32(MSG_PEEK), Int32(MSG_DONTWAIT))
#elseif canImport(Musl)
    import Musl
    private let streamSocket = SOCK_STREAM
    private let (peeking, dontWait) = (Int32(MSG_PEEK), Int32(MSG_DONTWAIT))
#elseif canImport(Darwin)
    import Darwin
    private let streamSocket = SOCK_STREAM
    private let (peeking, dontWait) = (MSG_PEEK, MSG_DONTWAIT)
#endif

/// A response as received.
struct Answer: Equatable {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }
    /// The status of verifyReceipt.
    var number: Int? { json?["status"] as? Int }
    /// The verdict of /v1/verify, and the reason.
    var verdict: String? { json?["verdict"] as? String }
    var code: String? { (json?["error"] as? [String: Any])?["code"] as? String }
}

/// A socket for sending raw bytes, including requests that no client library would send.
final class Connection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameter receiveBuffer: The approximate number of bytes that the kernel buffers for a client that doesn't
    ///   read.
    init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, streamSocket, 0)
        // Don't let a server that another test starts inherit the socket.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure(description: "connect: \(errno)")
        }
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
            guard count > 0 else { throw Failure(description: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws { try send(text.utf8) }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }

    /// Closes the sending side, and keeps listening.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads the next response. Keeps the bytes after it for the next call.
    func answer(hasBody: Bool = true) throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        while received.firstRange(of: end) == nil { try receive() }
        guard let range = received.firstRange(of: end) else { return Answer() }
        let lines = String(decoding: received[..<range.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        received.removeSubrange(..<range.upperBound)
        var answer = Answer()
        answer.status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            answer.headers[line[..<colon].lowercased()] = line[colon...].dropFirst().trimmingCharacters(
                in: .whitespaces)
        }
        let length = hasBody ? answer.headers["content-length"].flatMap { Int($0) } ?? 0 : 0
        while received.count < length { try receive() }
        answer.body = Array(received.prefix(length))
        received.removeFirst(length)
        return answer
    }

    /// True if the other side has closed and sent nothing more.
    func isAtEnd() throws -> Bool {
        var octet: UInt8 = 0
        return received.isEmpty && recv(descriptor, &octet, 1, 0) == 0
    }

    /// True if the other side has closed. Doesn't wait.
    var wasClosed: Bool {
        let count = peek(dontWait)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// True if no byte of a response was received.
    var hasReceivedNothing: Bool { received.isEmpty }

    /// True if bytes of a response are available. Doesn't wait.
    var hasAnswer: Bool { peek(dontWait) > 0 }

    /// Waits until the first byte of a response is available, without reading it.
    func waitForBytes() throws {
        guard peek(0) > 0 else { throw Failure(description: "no answer: \(errno)") }
    }

    private func peek(_ flags: Int32) -> Int {
        var octet: UInt8 = 0
        return recv(descriptor, &octet, 1, peeking | flags)
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure(description: count == 0 ? "closed without an answer" : "recv: \(errno)") }
        received += buffer.prefix(count)
    }
}
