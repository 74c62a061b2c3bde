import AppleVerifyReceipt
import Foundation
import ReceiptFields
import ReceiptKit
import Testing

/// Compares the table of *Migrating from verifyReceipt* with the list of all codes, and with the errors' own status.
@Suite("Documentation: the status of every code")
struct VerifyReceiptStatusTests {
    private struct Row {
        let statuses: [Int]
        /// Codes, and families such as `der.*`.
        let codes: [String]
        /// True if the row is for all codes that no other row has.
        let hasOthers: Bool
    }

    /// Returns the rows below the heading.
    private func table() throws -> [Row] {
        let text = try Pages.article("MigratingFromVerifyReceipt").text
        let section = try #require(text.components(separatedBy: "### The status of every error code").last)
        return section.components(separatedBy: "\n### ")[0].split(separator: "\n").filter { $0.hasPrefix("| 21") }.map {
            let cells = $0.split(separator: "|").map(String.init)
            let codes = cells[1].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            return Row(
                statuses: cells[0].matches(of: /\d+/).compactMap { Int($0.0) }, codes: codes,
                hasOthers: cells[1].contains("all codes in no other row"))
        }
    }

    /// Returns the row with the code, or else the row with its family, or else the row with all others.
    private func row(_ code: String, _ table: [Row]) -> Row? {
        let family = code.prefix { $0 != "." } + ".*"
        return table.first { $0.codes.contains(code) } ?? table.first { $0.codes.contains(String(family)) }
            ?? table.first(where: \.hasOthers)
    }

    @Test("The table names each code and family once, and makes none up")
    func complete() throws {
        let table = try table()
        #expect(table.count == 3 && table.filter(\.hasOthers).count == 1)
        let named = table.flatMap(\.codes)
        #expect(named.count == Set(named).count)
        let codes = SourceCodes.all
        for name in named {
            #expect(codes.contains { $0 == name || name.hasSuffix("*") && $0.hasPrefix(name.dropLast()) }, "\(name)")
        }
    }

    /// A fault of each kind, in the container.
    static let faults: [FormatError.Reason] = [
        .emptyInput, .notReceipt(looksLike: .json), .transactionReceipt, .jsonWebSignature, .invalidBase64(.padding),
        .limitExceeded(.input, allowed: 1), .limitExceeded(.elements, allowed: 1), .limitExceeded(.depth, allowed: 1),
        .limitExceeded(.certificates, allowed: 1), .limitExceeded(.certificateSize, allowed: 1),
        .limitExceeded(.attribute, allowed: 1), .limitExceeded(.string, allowed: 1),
        .limitExceeded(.purchases, allowed: 1), .limitExceeded(.jws, allowed: 1),
        .limitExceeded(.jwsHeader, allowed: 1), .limitExceeded(.jsonDepth, allowed: 1),
        .limitExceeded(.jsonMembers, allowed: 1),
        .truncated(needed: 2, available: 1), .unexpectedTag(expected: 1, found: 2), .invalidLength(.tooLarge),
        .trailingBytes(1), .invalidInteger, .invalidValue, .unsupportedContentType("1.2"), .unsupportedVersion(2),
        .missingContent, .missingSigner, .severalSigners, .signedAttributes, .unsignedAttributes, .crls,
        .certificateChoice, .unsupportedSignerIdentifier, .digestAlgorithms, .missingAttribute, .repeatedAttribute,
        .emptyAttribute, .invalidString([]), .invalidDate([]), .numberOutOfRange(0), .wrongSize(expected: 1, found: 2),
        .jws(.parts(1)), .invalidJSON(expected: "x"), .repeatedMember([]), .jws(.algorithm(nil)),
        .jws(.headerMember("crit")), .jws(.certificates), .jws(.signature(63)), .missingMember, .malformedMember,
        .otherPayload(found: .unknown),
        .otherPayload(found: .realtimeRequest), .otherForm(.otherBody),
        .noEvidence(isEmptyPage: false),
        .invalidPropertyList(expected: "x"), .repeatedKey([]), .limitExceeded(.pairs, allowed: 1),
        .transactionReceiptVersion(5),
    ]

    @Test("Each error has the status of its row")
    func values() throws {
        let table = try table()
        func check(_ error: VerificationError) {
            let row = row(error.code, table)
            #expect(row?.statuses.contains(error.verifyReceiptStatus) == true, "\(error.code)")
        }
        for error in VerificationErrorTests.all.map(\.error) { check(error) }
        for reason in Self.faults { check(.malformed(FormatError(reason, offset: 0))) }
        // The same faults in a signed value, of any kind.
        for reason in Self.faults {
            let error = FormatError(reason, path: .receipt(.creationDate), offset: 0)
            #expect(VerificationError.malformed(error).verifyReceiptStatus == 21003)
        }
        // For a transaction receipt, the signature is the container.
        for reason in Self.faults {
            let error = VerificationError.malformed(FormatError(reason, path: .member("signature"), offset: 0))
            #expect(
                error.verifyReceiptStatus
                    == VerificationError.malformed(FormatError(reason, offset: 0)).verifyReceiptStatus)
        }
    }
}
