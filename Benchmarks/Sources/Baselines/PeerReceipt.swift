import SwiftASN1

/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
struct PeerAttribute: DERParseable {
    let type: Int
    let version: Int
    let value: ASN1OctetString

    init(derEncoded node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { nodes in
            PeerAttribute(
                type: try Int(derEncoded: &nodes), version: try Int(derEncoded: &nodes),
                value: try ASN1OctetString(derEncoded: &nodes))
        }
    }

    private init(type: Int, version: Int, value: ASN1OctetString) {
        self.type = type
        self.version = version
        self.value = value
    }

    var string: String { get throws { String(try ASN1UTF8String(derEncoded: try DER.parse(value.bytes))) } }
    var ia5String: String { get throws { String(try ASN1IA5String(derEncoded: try DER.parse(value.bytes))) } }
    var integer: Int64 { get throws { try Int64(derEncoded: try DER.parse(value.bytes)) } }

    func date(_ reader: PeerDateReader) throws -> PeerDate? {
        let text = try ia5String
        return text.isEmpty ? nil : try reader.read(text)
    }
}

/// A SET OF ReceiptAttribute.
struct PeerAttributeSet: DERParseable {
    let attributes: [PeerAttribute]

    init(derEncoded node: ASN1Node) throws {
        attributes = try DER.set(of: PeerAttribute.self, identifier: .set, rootNode: node)
    }
}

/// The fields of a receipt that every reader of receipts decodes.
struct PeerReceipt {
    var environment: String?
    var bundleIdentifier: String?
    var appVersion: String?
    var opaqueValue: ASN1OctetString?
    var deviceHash: ASN1OctetString?
    var creationDate: PeerDate?
    var originalAppVersion: String?
    var originalPurchaseDate: PeerDate?
    var expirationDate: PeerDate?
    var purchases: [PeerPurchase] = []

    init(_ content: [UInt8], _ reader: PeerDateReader) throws {
        for attribute in try PeerAttributeSet(derEncoded: content).attributes {
            switch attribute.type {
            case 0: environment = try attribute.string
            case 2: bundleIdentifier = try attribute.string
            case 3: appVersion = try attribute.string
            case 4: opaqueValue = attribute.value
            case 5: deviceHash = attribute.value
            case 12: creationDate = try attribute.date(reader)
            case 17: purchases.append(try PeerPurchase(attribute.value.bytes, reader))
            case 18: originalPurchaseDate = try attribute.date(reader)
            case 19: originalAppVersion = try attribute.string
            case 21: expirationDate = try attribute.date(reader)
            default: break
            }
        }
        guard environment != nil, bundleIdentifier != nil, creationDate != nil else { throw PeerError.missing }
    }
}

/// A purchase's fields.
struct PeerPurchase {
    var purchasedQuantity: Int64?
    var productID: String?
    var transactionID: String?
    var purchaseDate: PeerDate?
    var originalTransactionID: String?
    var originalPurchaseDate: PeerDate?
    var productType: Int64?
    var expirationDate: PeerDate?
    var productAppID: Int64?
    var webOrderLineItemID: Int64?
    var cancellationDate: PeerDate?
    var isTrialPeriod: Bool?
    var isInIntroOfferPeriod: Bool?
    var cancellationReason: Int64?
    var promotionalOfferID: String?
    var ownershipType: Int64?

    init(_ content: ArraySlice<UInt8>, _ reader: PeerDateReader) throws {
        for attribute in try PeerAttributeSet(derEncoded: try DER.parse(content)).attributes {
            switch attribute.type {
            case 1701: purchasedQuantity = try attribute.integer
            case 1702: productID = try attribute.string
            case 1703: transactionID = try attribute.string
            case 1704: purchaseDate = try attribute.date(reader)
            case 1705: originalTransactionID = try attribute.string
            case 1706: originalPurchaseDate = try attribute.date(reader)
            case 1707: productType = try attribute.integer
            case 1708: expirationDate = try attribute.date(reader)
            case 1710: productAppID = try attribute.integer
            case 1711: webOrderLineItemID = try attribute.integer
            case 1712: cancellationDate = try attribute.date(reader)
            case 1713: isTrialPeriod = try attribute.integer != 0
            case 1719: isInIntroOfferPeriod = try attribute.integer != 0
            case 1720: cancellationReason = try attribute.integer
            case 1721: promotionalOfferID = try attribute.string
            case 1722: ownershipType = try attribute.integer
            default: break
            }
        }
        guard productID != nil, transactionID != nil, purchaseDate != nil else { throw PeerError.missing }
    }
}
