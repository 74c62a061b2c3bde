import ArgumentParser
import ReceiptKitTesting

/// A defect of the test kit, by name. A defect of receipts and a defect of JWS may have the same name.
struct DefectOption {
    let name: String

    init(argument: String) throws {
        guard Self.names.contains(argument) else {
            let nearest = Misspelling.nearest(to: argument, in: Self.names)
            throw ValidationError(
                "no defect has this name; \(nearest.map { "did you mean '\($0)'?" } ?? "'receipt defects' lists all")")
        }
        name = argument
    }

    /// All names, for shell completion.
    static let names = Set(
        Defect.all.map(\.name) + JWSDefect.all.map(\.name) + TransactionReceiptDefect.all.map(\.name)
    ).sorted()

    /// Returns the defect of a kind of evidence, which must be in `all`.
    func of<Defect: TestDefect>(_ kind: String, _ all: [Defect] = Defect.all) throws -> Defect {
        guard let defect = all.first(where: { $0.name == name }) else {
            throw ValidationError("\(name) isn't a defect of \(kind); 'receipt defects --kind \(kind)' lists them.")
        }
        return defect
    }
}
