import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// iOS 6 transaction receipts: whole ones, or a `purchase-info` that the harness signs, depending on the first byte.
enum TransactionReceiptTarget: FuzzTarget {
    static func prepare() { _ = Authority.signed.count + Authority.verifier.policy.environments.count }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let text = Array(input.dropFirst())
        if mode == 0 { whole(text) } else { signed(text, Int(mode)) }
    }

    /// Nothing may be verified that the authority didn't sign, whatever surrounds it.
    private static func whole(_ text: [UInt8]) {
        let read = attempt { () throws(FormatError) in try UnverifiedTransactionReceipt(text) }
        salvaged(text)
        switch read {
        case .failure(let error): requireSound(error, in: 0...text.count)
        case .success(let receipt):
            require([2, 3, 4].contains(receipt.version), "version \(receipt.version)")
            require(receipt.signature.count == (receipt.version == 2 ? 128 : 256), "a signature of another size")
            if case .failure(let error) = attempt({ () throws(FormatError) in try receipt.unverified }) {
                requireSound(error, in: 0...text.count)
            }
        }
        switch verify(text) {
        case .failure(let error): requireSound(code: error.code, text: error.description)
        case .success(let receipt):
            require(Authority.signed.contains(receipt.contentDigest), "verified, and never signed")
        }
    }

    /// A damaged list must be salvaged with the error that reading it throws.
    private static func salvaged(_ text: [UInt8]) {
        let (list, error) = PropertyList.salvaged(text)
        switch attempt({ () throws(FormatError) in try PropertyList(text) }) {
        case .success(let whole): require(list == whole && error == nil, "salvaged, though whole")
        case .failure(let fault): require(error == fault, "salvaged up to \(String(describing: error)), not \(fault)")
        }
    }

    /// A correctly signed receipt must only be rejected because of its contents.
    private static func signed(_ purchaseInfo: [UInt8], _ choice: Int) {
        let alone = attempt { () throws(FormatError) in try TransactionReceiptPayload(propertyList: purchaseInfo) }
        switch verify(Authority.sign(purchaseInfo, choice)) {
        case .failure(let error):
            requireSound(code: error.code, text: error.description)
            require(isExpected(error, alone), "rejected as \(error)")
        case .success(let receipt):
            require(alone == .success(receipt.transactionReceipt), "another receipt alone")
            requirePrintable(receipt.transactionReceipt.description)
            require(receipt.bundleIdentifier == Authority.app, "of another app")
            require(receipt.claimedEnvironment == .production, "of another environment")
            do { _ = try JSONEncoder().encode(VerifiedEvidence.transactionReceipt(receipt)) } catch {
                failed("\(error)")
            }
        }
    }

    private static func isExpected(
        _ error: VerificationError, _ alone: Result<TransactionReceiptPayload, FormatError>
    ) -> Bool {
        switch error {
        case .malformed(let malformed):
            guard case .failure(let fault) = alone else { return false }
            // The date is read first.
            return fault.code == malformed.code || malformed.path == .member("purchase-date-ms")
        case .certificateExpired, .certificateNotYetValid, .sha1NotAccepted: return true
        case .environmentContradicted, .bundleIdentifierMismatch, .createdInFuture: return (try? alone.get()) != nil
        default: return false
        }
    }

    private static func verify(_ text: [UInt8]) -> Result<VerifiedTransactionReceipt, VerificationError> {
        do throws(VerificationError) {
            return .success(try Authority.verifier.verify(transactionReceipt: text, at: Authority.now))
        } catch { return .failure(error) }
    }
}
