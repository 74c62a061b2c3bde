package import ReceiptKit

/// A customer, everything that Apple signed about them, and the part of it that arrived.
package struct Story: Sendable {
    package let seed: UInt64
    package let customer: Customer
    package let truth: Truth
    /// The pieces, ordered by date.
    package let pieces: [StoryPiece]
    /// The pieces that arrived.
    package let kept: [StoryPiece]
    package let lost: [StoryPiece]
    package let loss: String
    /// The duration of a pass, according to the app.
    package let passLength: Seconds
    let dice: StoryDice

    package init(seed: UInt64) throws {
        self.seed = seed
        customer = Customer(seed: seed)
        passLength = customer.pace.month
        truth = Truth(customer, passLength: passLength)
        let pieces = try EvidenceMaker(customer, seed: seed).pieces
        self.pieces = pieces
        var dice = StoryDice(seed: seed ^ 0x0BAD_CAFE)
        let loss = Loss(of: pieces, start: customer.start, horizon: customer.horizon, &dice)
        self.loss = loss.text
        kept = pieces.indices.filter { !loss.lost.contains($0) }.map { pieces[$0] }
        lost = pieces.indices.filter(loss.lost.contains).map { pieces[$0] }
        self.dice = dice
    }

    /// The same customer with everything that Apple signed up to a date.
    private init(_ whole: Story, upTo date: Seconds) {
        (seed, customer, truth, passLength, dice) = (
            whole.seed, whole.customer, whole.truth, whole.passLength, whole.dice
        )
        pieces = whole.pieces.filter { $0.date <= date }
        (kept, lost, loss) = (pieces, [], "nothing lost")
    }

    package func whole(upTo date: Seconds) -> Story { Story(self, upTo: date) }

    package var isComplete: Bool { lost.isEmpty }

    package var evidence: [VerifiedEvidence] { kept.map(\.evidence) }

    /// The date of the latest piece that arrived.
    var youngest: Seconds { kept.map(\.date).max() ?? customer.start }

    /// The products that the customer had or was to have, and one that no customer ever has.
    var products: [String] {
        let had = customer.purchases.map(\.product.id)
        let chosen = customer.subscriptions.flatMap { $0.states.map(\.preference.id) }
        return Set(had + chosen).sorted() + ["never"]
    }

    func group(of product: String) -> [String] {
        guard let group = StoryProduct.all.first(where: { $0.id == product })?.group else { return [product] }
        return StoryProduct.all.filter { $0.group == group }.map(\.id)
    }
}
