import ReceiptFields
import ReceiptKit

/// One parsed line of a batch: a JWS, a receipt in base64, or a JSON object. The object is one of Apple's JSON bodies,
/// or has the evidence as a string in `evidence` or `receipt`. It may have an `id` and a `key`. A `receipt` that is an
/// object belongs to a response from verifyReceipt.
package struct BatchLine {
    /// The line's identifier as written in its JSON, to be returned in the answer.
    package private(set) var id: String?
    /// The customer that the evidence belongs to, if the line's `key` is a string.
    package private(set) var key: String?
    /// The evidence to verify.
    package private(set) var evidence: ArraySlice<UInt8>?
    /// True if the evidence is a member of the line's object, and not the line itself.
    private(set) var isEnclosed = false
    /// The pieces of evidence in a list, for a ledger.
    private(set) var pieces: [EvidenceMember.Element]?
    /// The reason why the line has no evidence.
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
            // Report the same error as for a file with these contents.
            if EvidenceBody.isAlmostJSON(line[start...]) {
                evidence = line
                return
            }
        // The line is an array, or part of a JSON text that spans several lines. No evidence begins like that.
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
            error = LineError(JSONError(.expected("an object"), offset: start - line.startIndex))
            return
        default:
            evidence = line
            return
        }
        do throws(LineError) {
            try readObject(line, longest)
        } catch { self.error = error }
    }

    /// Reads the members of an object. Reports errors in members only if the whole line is valid JSON.
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
        // Accept members that are null: a table has a column for each kind of evidence, and all but one are null in
        // each row.
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
