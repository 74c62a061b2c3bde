import Foundation
import ReceiptKit

struct StoredReceipt: Sendable {
    let customer: String
    let receipt: String  // base64
}

func refusedCustomers<Archive: AsyncSequence & Sendable>(
    in archive: Archive, _ verifier: ReceiptVerifier, now: Date
) async throws -> [String] where Archive.Element == StoredReceipt {
    let verdicts = verifier.verdicts(on: archive, maximumConcurrentTasks: 4) { stored throws(VerificationError) in
        try verifier.verify(base64: stored.receipt, at: now)
    }
    var refused: [String] = []
    for try await verdict in verdicts {  // in the order of the archive
        if case .failure(let error) = verdict.result { refused.append("\(verdict.element.customer): \(error.code)") }
    }
    return refused
}
