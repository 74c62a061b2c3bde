import CInterface
import Foundation
import TestSupport
import Testing

/// Every invalid call must return an error and never crash.
@Suite("Calls of the C library")
struct CallTests {
    private static let last = Int64(253_402_300_799_999)
    private static let first = Int64(-62_135_596_800_000)

    @Test(
        "An invalid call has an error with a code, or Apple's status for verifyReceipt",
        arguments: [
            (true, 1, 0, "call.nullPointer"), (true, Int.max, 0, "call.tooLarge"), (true, -1, 0, "call.tooLarge"),
            (true, Int.min, 0, "call.tooLarge"), (false, 64 << 20 | 1, 0, "call.tooLarge"),
            (false, 2, last + 1, "call.date"), (false, 2, first - 1, "call.date"), (false, 2, Int64.max, "call.date"),
            (false, 2, Int64.min, "call.date"),
        ])
    func wrong(isNull: Bool, size: Int, milliseconds: Int64, code: String) throws {
        let library = try Library(AnswerTests.policy())
        let bytes: [UInt8] = [0x7B, 0x7D]
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let start = isNull ? nil : bytes.baseAddress
            let answer = unsafe library.verify(start, size: size, milliseconds: milliseconds)
            #expect(answer.hasPrefix(#"{"error":{"code":"\#(code)","message":""#), "\(answer)")
            #expect(unsafe library.response(start, size: size, milliseconds: milliseconds) == #"{"status":21002}"#)
        }
    }

    @Test("The first and the last time that is accepted", arguments: [first, last])
    func time(milliseconds: Int64) throws {
        let library = try Library(AnswerTests.policy())
        let jws = try Fixtures.file("jws/renewal.jws")
        let answer = unsafe library.verify(jws, size: jws.count, milliseconds: milliseconds)
        #expect(answer.hasPrefix(milliseconds < 0 ? #"{"verdict":"refused","# : #"{"verdict":"verified","#))
    }

    @Test(
        "A policy that can't be read is an error",
        arguments: [
            (true, 1, "call.nullPointer"), (true, -1, "call.tooLarge"), (true, Int.max, "call.tooLarge"),
            (false, 1 << 20 | 1, "call.tooLarge"), (true, 0, "json.syntax"), (false, 1 << 20, "json.syntax"),
        ])
    func policy(isNull: Bool, size: Int, code: String) {
        let spaces = [CChar](repeating: 0x20, count: 1 << 20)
        let failure = #expect(throws: Library.Failure.self) {
            _ = try unsafe Library(policy: isNull ? nil : spaces, size: size)
        }
        #expect(failure?.json.hasPrefix(#"{"error":{"code":"\#(code)","message":""#) == true, "\(failure?.json ?? "")")
    }

    @Test(
        "Invalid UTF-8, JSON and NUL bytes give an answer",
        arguments: [
            [0xFF, 0xFE, 0x00], [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31, 0x7D], [0x00], [0x65, 0x79, 0x00, 0x2E],
            Array(repeating: 0x5B, count: 100_000), [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
        ])
    func bytes(_ bytes: [UInt8]) throws {
        let library = try Library(AnswerTests.policy())
        let verdict = unsafe library.verify(bytes, size: bytes.count, milliseconds: 0)
        #expect(verdict.hasPrefix(#"{"verdict":"#) && verdict.contains(#""error":{"code":""#), "\(verdict)")
        #expect(unsafe library.response(bytes, size: bytes.count, milliseconds: 0) == #"{"status":21002}"#)
        let ledger = library.ledger(bytes, at: Date(timeIntervalSince1970: 0))
        #expect(ledger.contains(#""error":{"code":""#), "\(ledger)")
        let failure = #expect(throws: Library.Failure.self) {
            _ = try unsafe Library(policy: bytes.map(CChar.init(bitPattern:)), size: bytes.count)
        }
        #expect(failure?.json.hasPrefix(#"{"error":{"code":""#) == true, "\(failure?.json ?? "")")
    }

    @Test("NULL with size 0 is an empty text")
    func empty() throws {
        let library = try Library(AnswerTests.policy())
        #expect(unsafe library.verify(nil, size: 0, milliseconds: 0).contains(#""code":"input.empty""#))
        #expect(unsafe library.response(nil, size: 0, milliseconds: 0) == #"{"status":21002}"#)
    }

    @Test("Without a verifier there is an error, and freeing NULL is none")
    func null() {
        #expect(unsafe Library.taken(verify(nil, [0x30], 1, 0)).contains("call.noVerifier"))
        #expect(unsafe Library.taken(ledger(nil, [0x30], 1, 0)).contains("call.noVerifier"))
        #expect(unsafe Library.taken(verifyReceiptResponse(nil, [0x30], 1, 0)) == #"{"status":21002}"#)
        destroyVerifier(nil)
        CInterface.free(nil)
        #expect(unsafe createVerifier(nil, 0, nil) == nil)
    }

    @Test("The version is the same as the command line's")
    func version() throws {
        let root = Fixtures.folder.deletingLastPathComponent()
        let source = try String(
            contentsOf: root.appendingPathComponent("Sources/receipt/ReceiptCommand.swift"), encoding: .utf8)
        let version = unsafe CInterface.version().map { unsafe String(cString: $0) }
        #expect(source.contains("version: \"\(try #require(version))\","))
    }

    @Test("Eight threads with one verifier get the same answers as one")
    func threads() async throws {
        let library = try Library(AnswerTests.policy())
        let jws = try Fixtures.file("jws/renewal.jws")
        let now = try AnswerTests.time
        let expected = library.verify(jws, at: now)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).allSatisfy { _ in library.verify(jws, at: now) == expected } }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
