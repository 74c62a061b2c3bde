import FuzzSupport
import ReceiptFields
import ReceiptKit

/// The content of a container, read inside the container and by itself.
enum Contents {
    static func check(_ receipt: UnverifiedReceipt, _ input: [UInt8]) {
        let inside = attempt { () throws(FormatError) in try receipt.unverified }
        let payload = Array(receipt.content)
        let alone = attempt { () throws(FormatError) in try AppReceipt(payload: payload) }
        let first = receipt.content.startIndex
        switch (inside, alone) {
        case (.success(let one), .success(let other)):
            require(one == other, "another receipt alone")
            let moved = other.diagnostics.map { FormatError($0.reason, path: $0.path, offset: $0.offset + first) }
            require(one.diagnostics == moved, "other diagnostics alone")
            date(of: receipt, one)
        case (.failure(let one), .failure(let other)):
            requireSound(one, in: first...first + payload.count)
            require(
                one == FormatError(other.reason, path: other.path, offset: other.offset + first),
                "\(one), but alone \(other)")
        default: failed("inside of the container \(inside), alone \(alone)")
        }
    }

    /// The date that is read before the signature check must equal the one decoded after it.
    private static func date(of receipt: UnverifiedReceipt, _ decoded: AppReceipt) {
        let early = attempt { () throws(FormatError) in
            try AppReceipt.creationDate(in: receipt.content, limits: ReceiptLimits(), spent: DERReader.Spent())
        }
        require(early == .success(decoded.creationDate), "created on \(decoded.creationDate), early \(early)")
    }
}
