package import ReceiptEssentials
internal import ReceiptFields
package import ReceiptKit

/// Pieces of evidence that were sent together: either all of them, verified, or the first one that failed.
package enum VerifiedPieces: Sendable {
    /// The verified pieces and, if the caller skips failed pieces, also the pieces that failed.
    case verified([Piece], skipped: [Skipped])
    /// The first piece that failed. `index` is its position in the list, from 0.
    case failed(EvidenceVerdict, index: Int?)
    /// An empty list: the customer is known to have no evidence.
    case noPieces

    package struct Piece: Sendable {
        package let evidence: VerifiedEvidence
        /// The piece's position in the list, from 0, or nil if it was not in a list.
        package let index: Int?
    }

    /// A piece that failed verification.
    package struct Skipped: Sendable {
        package let verdict: EvidenceVerdict
        /// The piece's position in the list, from 0, or nil if it was not in a list.
        package let index: Int?
    }

    /// Wraps the verdict on a single piece.
    package init(_ verdict: EvidenceVerdict) {
        if case .verified(let evidence) = verdict {
            self = .verified([Piece(evidence: evidence, index: nil)], skipped: [])
        } else {
            self = .failed(verdict, index: nil)
        }
    }

    /// Verifies a list. An empty page of the App Store Server API adds nothing, unless every piece is such a page.
    ///
    /// - Parameter skipsRejected: True to leave out pieces that fail verification, even if all pieces fail.
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
            return .unreadable(.malformed(FormatError(error)))
        }
        return EvidenceVerdict(by: verifier, at: now) { () throws(FormatError) in
            try EvidenceFile(text: text, limits: verifier.policy.limits)
        }
    }

    /// The verdict on a list that contains no evidence, for callers that require at least one piece.
    package static let noEvidence = refused(.noEvidence(isEmptyPage: true))

    private static func refused(_ reason: FormatError.Reason) -> EvidenceVerdict {
        .refused(.malformed(FormatError(reason, offset: 0)))
    }
}

extension EvidenceVerdict {
    /// True if this is one of Apple's pages without evidence, which adds nothing to a ledger.
    package var isEmptyPage: Bool {
        if case .refused(let error) = self { error.isEmptyPage } else { false }
    }
}
