import ReceiptKitTesting

/// Transaction receipts of each version, whole and as their signed part, and some with defects.
extension Seeds {
    mutating func writeTransactionReceipts() throws {
        for version in TestTransactionReceiptVersion.allCases {
            let issued = try TestAuthority.standard.issue(TestTransactionReceipt(version: version))
            let name = "version-\(version.number)"
            try write("TransactionReceipt", name, [0] + issued.bytes)
            try write("TransactionReceipt", "\(name)-base64", [0] + Array(issued.base64.utf8))
            try write("TransactionReceipt", "\(name)-signed", [version.number] + issued.purchaseInfo)
        }
        for name in ["inner-final-newline", "inner-escape", "dates-disagree", "expires-date-malformed"] {
            let defect = try TransactionReceiptDefect.named(name)
            let issued = try TestAuthority.standard.issue(TestTransactionReceipt(), defects: [defect])
            try write("TransactionReceipt", name, [1] + issued.purchaseInfo)
        }
    }
}
