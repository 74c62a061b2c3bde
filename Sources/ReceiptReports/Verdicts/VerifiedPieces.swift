package import ReceiptEssentials
internal import ReceiptFields
package import ReceiptKit

/// What was sent together, each piece verified: all of them, or the first that fails verification.
package enum VerifiedPieces: Sendable {
    case verified([Piece])
    /// `index` is the piece's place in a list, from 0.
    case failed(EvidenceVerdict, index: Int?)

    package struct Piece: Sendable {
        package let evidence: VerifiedEvidence
        /// The place in the list that was sent, from 0; nil where it came alone.
        package let index: Int?
    }

    /// What came alone.
    package init(_ verdict: EvidenceVerdict) {
        if case .verified(let evidence) = verdict {
            self = .verified([Piece(evidence: evidence, index: nil)])
        } else {
            self = .failed(verdict, index: nil)
        }
    }

    /// A list, in which an empty page of the App Store Server API adds nothing, unless every piece is one.
    package init(_ list: [EvidenceMember.Element], by verifier: ReceiptVerifier, at now: Date) {
        let most = EvidenceMember.maximumPieces
        guard list.count <= most else {
            self = .failed(Self.refused(.limitExceeded(.evidence, allowed: most)), index: nil)
            return
        }
        var pieces: [Piece] = []
        for (index, element) in list.enumerated() {
            let text: ArraySlice<UInt8>
            do throws(JSONError) { text = try element.get(at: index) } catch {
                self = .failed(.unreadable(.malformed(FormatError(error, in: []))), index: index)
                return
            }
            let verdict = EvidenceVerdict(by: verifier, at: now) { () throws(FormatError) in
                try EvidenceFile(text: text, limits: verifier.policy.limits)
            }
            if case .verified(let evidence) = verdict {
                pieces.append(Piece(evidence: evidence, index: index))
            } else if !verdict.isEmptyPage {
                self = .failed(verdict, index: index)
                return
            }
        }
        self = pieces.isEmpty ? .failed(Self.refused(.noEvidence(isEmptyPage: true)), index: nil) : .verified(pieces)
    }

    private static func refused(_ reason: FormatError.Reason) -> EvidenceVerdict {
        .refused(.malformed(FormatError(reason, offset: 0)))
    }
}

extension EvidenceVerdict {
    /// Whether this is a page of Apple's without evidence, which adds nothing to a ledger.
    package var isEmptyPage: Bool {
        guard case .refused(.malformed(let error)) = self else { return false }
        return error.isEmptyPage
    }
}
