package import ReceiptFields

extension SampleSet.Element {
    /// The path in an error about this element.
    package var path: FieldPath {
        switch (attribute, purchase, purchaseAttribute) {
        case (nil, _, _): .container
        case (_, let place?, nil): .purchase(place)
        case (_, let place?, let number?): .inPurchase(place, AttributeType(rawValue: number))
        case (let number?, nil, _): .receipt(AttributeType(rawValue: number))
        }
    }
}
