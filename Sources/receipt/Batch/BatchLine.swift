import ReceiptFields
import ReceiptKit

/// One line of a batch, as far as it was understood: a JWS, a receipt in base64, or a JSON object. The object is one of Apple's
/// JSON bodies, or has such a text as `evidence`, or as `receipt`, and it may have an `id` and a `key`. A `receipt` that is an object belongs to
/// an answer of verifyReceipt.
package struct BatchLine {
    /// The identifier as it stood there, in JSON, to be given back.
    package private(set) var id: String?
    /// Whose evidence it is, where that is a text.
    package private(set) var key: String?
    /// The text to verify.
    package private(set) var evidence: ArraySlice<UInt8>?
    /// True if the text is a member of the line's object, and not the line itself.
    private(set) var isEnclosed = false
    /// The pieces of a list, for a ledger.
    private(set) var pieces: [EvidenceMember.Element]?
    /// Why there is none.
    package private(set) var error: LineError?

    package init(_ line: ArraySlice<UInt8>, longest: Int) {
        guard line.count <= longest else {
            error = .tooLong(allowed: longest)
            return
        }
        guard let start = line.firstIndex(where: { !WhiteSpace.contains($0) }) else {
            error = .empty
            return
        }
        switch line[start] {
        case UInt8(ascii: "{"):
            // The error is that of a file.
            if EvidenceBody.isAlmostJSON(line[start...]) {
                evidence = line
                return
            }
        // An array, or a part of one that takes several lines. No evidence begins like that.
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
            error = .invalidJSON(expected: "an object", offset: start - line.startIndex)
            return
        default:
            evidence = line
            return
        }
        do throws(LineError) {
            try readObject(line, longest)
        } catch { self.error = error }
    }

    /// What is wrong with a member is only said of a line that is JSON throughout.
    private mutating func readObject(_ line: ArraySlice<UInt8>, _ longest: Int) throws(LineError) {
        var isIdentifier = true
        var receipt: EvidenceMember?
        var evidence: EvidenceMember?
        var (isBody, isEvidence) = (false, false)
        do throws(JSONError) {
            try JSONReader.read(line, limits: JSONLimits(maximumSize: longest)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "id") {
                        isIdentifier = [.string, .number, .null].contains(json.next())
                        let id = line.part(try json.skip())
                        if isIdentifier { self.id = JSONWriter.printable(String(decoding: id, as: UTF8.self)) }
                    } else if json.string(name, is: "key") {
                        if json.next() == .string { key = json.text(try json.string()) }
                    } else if json.string(name, is: "receipt") {
                        if json.next() == .object {
                            isBody = true
                        } else {
                            receipt = try EvidenceMember(&json, in: line)
                        }
                    } else if json.string(name, is: "evidence") {
                        evidence = try EvidenceMember(&json, in: line)
                    } else if json.string(name, is: "data") {
                        isBody = true
                    } else if EvidenceBody.tells(name, in: json) {
                        isEvidence = json.next() != .null || isEvidence
                        isBody = true
                    }
                }
            }
        } catch { throw LineError(error) }
        if !isIdentifier { throw .invalidID }
        // A table has a column for each kind of evidence, and all but one of a row's are null.
        guard [evidence?.isNull == false, receipt?.isNull == false, isEvidence].count(where: { $0 }) <= 1 else {
            throw .ambiguous
        }
        switch (evidence, receipt) {
        case (.text(let text), _), (.object(let text), _), (_, .text(let text)):
            (self.evidence, isEnclosed) = (text, true)
        case (.list(let pieces), _): self.pieces = pieces
        case (.other, _): throw .evidenceNotText
        case (_, .object), (_, .list), (_, .other): throw .receiptNotText
        case (_, _) where isEvidence: self.evidence = line
        case (.null, _): throw .evidenceNotText
        case (_, .null): throw .receiptNotText
        case (nil, nil):
            guard isBody || EvidenceBody.hasName(line) else { throw .missingReceipt }
            self.evidence = line
        }
    }
}
