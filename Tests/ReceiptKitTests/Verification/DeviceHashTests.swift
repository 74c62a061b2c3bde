import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Test vectors from real receipts, verified independently (Apple's sample of 2010 and two sandbox receipts).
@Suite("DEV-02 the device hash")
struct DeviceHashTests {
    struct Vector: Sendable {
        let device: String
        let opaqueValue: String
        let bundleIdentifier: String
        let hash: String
    }

    static let vectors = [
        Vector(
            device: "0017f2c4bcc0", opaqueValue: "020400bc614e", bundleIdentifier: "com.example.SampleApp",
            hash: "ade3bbd5d98aa9a988ff423287f65f91328da658"),
        Vector(
            device: "956328d9cc6a47f4be406953fb0ab6c7", opaqueValue: "be1dd3ea9bcf4d08652eb539b9e05694",
            bundleIdentifier: "dev.bonzer.weeka.app", hash: "2158847543683847e9382a0fc51853cb17abcd6d"),
        Vector(
            device: "3f27583e3e394865a9f298256c105cdf", opaqueValue: "481260247f3779b6c97c21f74627f5d1",
            bundleIdentifier: "com.mbaasy.ios.demo", hash: "5c291140ecee72213f5e89f0202f77d63175b079"),
    ]

    @Test("DEV-03 an address of another size is rejected", arguments: [0, 5, 7, 15, 16, 17, 36])
    func size(_ count: Int) { #expect(DeviceIdentifier(macAddress: [UInt8](repeating: 1, count: count)) == nil) }

    @Test(arguments: vectors)
    func vector(_ vector: Vector) throws {
        var receipt = TestReceipt(bundleIdentifier: vector.bundleIdentifier)
        receipt.opaqueValue = try Subject.octets(vector.opaqueValue)
        receipt.deviceHashOverride = try Subject.octets(vector.hash)
        let bytes = try TestAuthority.standard.sign(receipt)
        let octets = try Subject.octets(vector.device)
        func policy(_ octets: [UInt8]) throws -> ReceiptPolicy {
            try Subject.policy {
                $0.bundleIdentifiers = [vector.bundleIdentifier]
                $0.device = try Subject.device(octets)
            }
        }
        #expect(try Subject.verify(bytes, policy(octets)).verification.isDeviceChecked)
        for index in octets.indices {
            var other = octets
            other[index] ^= 0x80
            #expect(verificationError { _ = try Subject.verify(bytes, try policy(other)) } == .deviceMismatch)
        }
    }

    // MARK: Comparing in constant time

    /// Bytes that count how often they are read.
    private final class Counter { var looks = 0 }

    private struct Watched: RandomAccessCollection {
        let octets: [UInt8]
        let counter: Counter
        var startIndex: Int { octets.startIndex }
        var endIndex: Int { octets.endIndex }
        subscript(index: Int) -> UInt8 {
            counter.looks += 1
            return octets[index]
        }
    }

    @Test("SIG-11 the comparison of hashes looks at every byte, wherever the first difference is")
    func constantTime() {
        let hash = [UInt8](0..<20)
        for place in hash.indices {
            for flip in [0, 1, 0x80] as [UInt8] {
                var other = hash
                other[place] ^= flip
                let (left, right) = (Counter(), Counter())
                let isEqual = Watched(octets: hash, counter: left).isEqualInConstantTime(
                    to: Watched(octets: other, counter: right))
                #expect(isEqual == (flip == 0))
                #expect(left.looks == 20 && right.looks == 20)
            }
        }
        #expect(!hash.isEqualInConstantTime(to: hash.dropLast()))
        #expect(!hash.isEqualInConstantTime(to: hash + [0]))
        #expect(!([0] as [UInt8]).isEqualInConstantTime(to: []))
    }
}
