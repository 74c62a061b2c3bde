package import ReceiptEssentials

/// The versions of a transaction receipt's signature.
public enum TestTransactionReceiptVersion: CaseIterable, Hashable, Sendable {
    /// RSA of 1024 bits with SHA-1, until 2016.
    case two
    /// RSA of 2048 bits with SHA-1, until 2023.
    case three
    /// RSA of 2048 bits with SHA-256, since 2023.
    case four

    /// The first byte of the signature, and a day on which Apple signed such receipts.
    private var facts: (number: UInt8, exampleDate: Date) {
        switch self {
        case .two: (2, .utc(2012, 4, 30, 15, 5, 55).addingTimeInterval(0.868))
        case .three: (3, .utc(2022, 1, 12, 8, 30, 1).addingTimeInterval(0.5))
        case .four: (4, .utc(2023, 11, 20, 19, 45, 59).addingTimeInterval(0.001))
        }
    }

    package var number: UInt8 { facts.number }

    package var exampleDate: Date { facts.exampleDate }

    /// The hash function of the signature.
    package var digest: TestDigest { self == .four ? .sha256 : .sha1 }
}
