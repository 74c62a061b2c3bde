package import ReceiptEssentials

/// How a transaction receipt is signed.
public enum TestTransactionReceiptVersion: UInt8, CaseIterable, Hashable, Sendable {
    /// RSA of 1024 bits with SHA-1, until 2016.
    case two = 2
    /// RSA of 2048 bits with SHA-1, until 2023.
    case three = 3
    /// RSA of 2048 bits with SHA-256, since 2023.
    case four = 4

    /// The hash that is signed.
    package var digest: TestDigest { self == .four ? .sha256 : .sha1 }

    /// A day on which Apple signed such receipts.
    package var exampleDate: Date {
        switch self {
        case .two: .utc(2012, 4, 30, 15, 5, 55).addingTimeInterval(0.868)
        case .three: .utc(2022, 1, 12, 8, 30, 1).addingTimeInterval(0.5)
        case .four: .utc(2023, 11, 20, 19, 45, 59).addingTimeInterval(0.001)
        }
    }
}
