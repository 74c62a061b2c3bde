/// A key of 1024 bits, as Apple used for transaction receipts until 2016. A PUBLIC TEST KEY like the others.
extension TestKey {
    /// The key of the standard authority's signer of transaction receipts of version 2.
    package static let purchaseSigner = TestKey(
        embeddedShort: """
            MIICXQIBAAKBgQC/hBs73LgN/GObASr+dULnsZ+MZ3gi4OKZdEvnbXOMV509ahVgp6Yi7ubh6nfIyxRlZspWK1ZOWGjNV7ZHPNM7vHDXtKjz
            qNTAs5nyYWyjZstfRKyMwq91YaLLTS4NKZWac0acXRCF8ohB8gdLqKZOon/Osbr+h01Zd+qRk5H3xQIDAQABAoGBAIGsGxx/KAggOfj743aD
            QxfJxrO0Yz2KcyNgAPzjuPbvY8HvkCXvnafNhnq03QIRru+xl5KcqUVGyz8uAnddkc+UlouVcZwdBfOMFQE+Kyzl9+CzN9JrcF6NHFI4utiY
            j/EE8hfskXgimj9Z3ZbB/Byv9JEnuBEeYBIes9V3KrmJAkEA+a44emD9w3gVDGkXje/6Qe79Dq9sNtuTcLaSNfJfKDL1yqnbxaCwsYFL2ALp
            mh6mNwg9Jo44Yj760ER4+I7eCwJBAMRdA8uiMUelDvaDbTqLZobfyJhoSQnPR2OEGAQVvuaf+6/UMFMTdBQAqWT52FCshNLjmFl+2kDhLtXz
            xVnas28CQQCT6BAO9vv82lrlsi/A5mNCwbdpBqQ9Tw/lmlG84WpbXuzZ9It7ZDinvmdWfEs0AGoIebn36BIgqRxdWeKro76HAkAp9kqaWJW5
            Xr981IciDKojRm1CjH6XNxFlZdQQA2mhNSz+3RRanHygzadlabLdQpC71GE5Ns+DL9vnYsmYsxDHAkAXNWUNDrLo7dY6X/aTKUOCZHa5TELS
            9uuSFt2kvYoCtKS2dRI+q7tTMmGyRter7xqyn5DuRukzhSgBW1tN7l6S
            """)
}
