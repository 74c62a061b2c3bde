import Foundation
import Testing
import receipt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input and output belong to the program that started this one, and it may have made them non-blocking.
@Suite("Descriptors that do not block are waited for")
struct NonBlockingTests {
    private static func ends() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        let result = unsafe pipe(&ends)
        try #require(result == 0)
        for end in ends { try #require(fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) == 0) }
        return (ends[0], ends[1])
    }

    @Test("Late input is read")
    func reading() throws {
        let pipe = try Self.ends()
        let thread = Thread {
            for part in ["one ", "two ", "three"] {
                Thread.sleep(forTimeInterval: 0.02)
                #expect(SystemCall.write(Array(part.utf8), to: pipe.write) == nil)
            }
            _ = close(pipe.write)
        }
        thread.start()
        #expect(try BoundedRead.bytes(pipe.read, "pipe", 1_000) == Array("one two three".utf8))
        _ = close(pipe.read)
    }

    @Test("Output waits until there is room")
    func writing() throws {
        let pipe = try Self.ends()
        let bytes = [UInt8](repeating: 7, count: 300_000)
        let thread = Thread {
            #expect(SystemCall.write(bytes, to: pipe.write) == nil)
            _ = close(pipe.write)
        }
        thread.start()
        Thread.sleep(forTimeInterval: 0.05)
        #expect(try BoundedRead.bytes(pipe.read, "pipe", 1 << 20) == bytes)
        _ = close(pipe.read)
    }

    @Test(
        "The error is that of the failed read, whatever happened after it",
        arguments: [("/", "Is a directory"), ("", "Bad file descriptor")])
    func reason(_ path: String, _ reason: String) throws {
        let descriptor = path.isEmpty ? -1 : unsafe open(path, O_RDONLY)
        let error = #expect(throws: UnreadableFile.self) { try BoundedRead.bytes(descriptor, "x", 1 << 20) }
        #expect(error?.description == "x: \(reason)")
        if descriptor >= 0 { _ = close(descriptor) }
    }
}
