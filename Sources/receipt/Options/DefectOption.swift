import ArgumentParser
import ReceiptKitTesting

/// A defect of the test kit by its name, which a receipt's and a JWS's may share.
struct DefectOption: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        guard Self.names.contains(argument) else { return nil }
        name = argument
    }

    /// All of them, for completions.
    static let names = Set(
        Defect.allCases.map(\.rawValue) + JWSDefect.allCases.map(\.name) + TransactionReceiptDefect.allCases.map(\.name)
    ).sorted()

    /// The defect of a receipt.
    func ofReceipt() throws -> Defect {
        guard let defect = Defect(rawValue: name) else { throw notOf("appReceipt") }
        return defect
    }

    /// The defect of a JWS.
    func ofJWS(_ kind: TestJWSKind) throws -> JWSDefect {
        guard let defect = JWSDefect(named: name), defect.kinds.contains(kind) else { throw notOf(kind.rawValue) }
        return defect
    }

    /// The defect of a transaction receipt.
    func ofTransactionReceipt() throws -> TransactionReceiptDefect {
        guard let defect = TransactionReceiptDefect(named: name) else { throw notOf("transactionReceipt") }
        return defect
    }

    private func notOf(_ kind: String) -> ValidationError {
        ValidationError("\(name) is no defect of \(kind); 'receipt defects --kind \(kind)' lists those.")
    }
}
