package import ReceiptEssentials
internal import ReceiptFields
package import ReceiptKit

/// What was sent together, each piece verified: all of them, or the first that fails verification.
package enum VerifiedPieces: Sendable {
    /// `skipped` are those that failed, if they are to be left out.
    case verified([Piece], skipped: [Skipped])
    /// `index` is the piece's place in a list, from 0.
    case failed(EvidenceVerdict, index: Int?)
    /// A list without elements: the customer is known to have no evidence.
    case noPieces

    package struct Piece: Sendable {
        package let evidence: VerifiedEvidence
        /// The place in the list that was sent, from 0; nil where it came alone.
        package let index: Int?
    }

    /// A piece that failed verification.
    package struct Skipped: Sendable {
        package let verdict: EvidenceVerdict
        /// The place in the list that was sent, from 0; nil where it came alone.
        package let index: Int?
    }

    /// What came alone.
    package init(_ verdict: EvidenceVerdict) {
        if case .verified(let evidence) = verdict {
            self = .verified([Piece(evidence: evidence, index: nil)], skipped: [])
        } else {
            self = .failed(verdict, index: nil)
        }
    }

    /// A list, in which an empty page of the App Store Server API adds nothing, unless every piece is one.
    ///
    /// - Parameter skipsRejected: whether pieces that fail verification are left out, even if all are.
    package init(
        _ list: [EvidenceMember.Element], by verifier: ReceiptVerifier, at now: Date, skipsRejected: Bool = false
    ) {
        if list.isEmpty {
            self = .noPieces
            return
        }
        let most = EvidenceMember.maximumPieces
        guard list.count <= most else {
            self = .failed(Self.refused(.limitExceeded(.evidence, allowed: most)), index: nil)
            return
        }
        var (pieces, skipped): ([Piece], [Skipped]) = ([], [])
        for (index, element) in list.enumerated() {
            let verdict = Self.verdict(element, index, by: verifier, at: now)
            if case .verified(let evidence) = verdict {
                pieces.append(Piece(evidence: evidence, index: index))
            } else if !verdict.isEmptyPage {
                skipped.append(Skipped(verdict: verdict, index: index))
                if !skipsRejected { break }
            }
        }
        if let first = skipped.first, !skipsRejected {
            self = .failed(first.verdict, index: first.index)
        } else if pieces.isEmpty, skipped.isEmpty {
            self = .failed(Self.noEvidence, index: nil)
        } else {
            self = .verified(pieces, skipped: skipped)
        }
    }

    private static func verdict(
        _ element: EvidenceMember.Element, _ index: Int, by verifier: ReceiptVerifier, at now: Date
    ) -> EvidenceVerdict {
        let text: ArraySlice<UInt8>
        do throws(JSONError) { text = try element.get(at: index) } catch {
            return .unreadable(.malformed(FormatError(error, in: [])))
        }
        return EvidenceVerdict(by: verifier, at: now) { () throws(FormatError) in
            try EvidenceFile(text: text, limits: verifier.policy.limits)
        }
    }

    /// The verdict on a list that has no evidence in it, where that is no answer.
    package static let noEvidence = refused(.noEvidence(isEmptyPage: true))

    private static func refused(_ reason: FormatError.Reason) -> EvidenceVerdict {
        .refused(.malformed(FormatError(reason, offset: 0)))
    }
}

extension EvidenceVerdict {
    /// Whether this is a page of Apple's without evidence, which adds nothing to a ledger.
    package var isEmptyPage: Bool {
        if case .refused(let error) = self { error.isEmptyPage } else { false }
    }
}
