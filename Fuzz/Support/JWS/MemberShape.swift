package import Foundation
package import JSONSupport

/// The form that a payload's member must have, in a second implementation, and its value.
package enum MemberShape {
    case text, date, flag, bit, small, purchasedQuantity, whole, natural, uuid, octets, texts, object, objects

    /// Returns the value, or nil if it is malformed.
    package func read(_ value: JSONTree) -> MemberValue? {
        switch (self, value) {
        case (.text, .string(let text)): text.isEmpty ? nil : .text(text)
        case (.date, .number(let digits)): date(digits)
        case (.flag, .bool(let flag)): .flag(flag)
        case (.bit, .number(let digits)):
            switch whole(digits) {
            case 0: .flag(false)
            case 1: .flag(true)
            default: nil
            }
        case (.small, .number(let digits)): whole(digits, 0...Int64(Int32.max))
        case (.purchasedQuantity, .number(let digits)): whole(digits, 1...Int64(Int32.max))
        case (.natural, .number(let digits)): whole(digits, 0...Int64.max)
        case (.whole, .number(let digits)): whole(digits, Int64.min...Int64.max)
        case (.uuid, .string(let text)): uuid(String(decoding: text, as: UTF8.self))
        case (.octets, .string(let text)): octets(String(decoding: text, as: UTF8.self))
        case (.texts, .array(let elements)): texts(elements.filter { $0 != .null })
        case (.object, .object), (.objects, .array): .object
        default: nil
        }
    }

    /// Returns a number without a decimal point or exponent.
    private func whole(_ digits: [UInt8]) -> Int64? {
        digits.contains { ![UInt8(ascii: "-")].contains($0) && !(0x30...0x39).contains($0) }
            ? nil : Int64(String(decoding: digits, as: UTF8.self))
    }

    private func whole(_ digits: [UInt8], _ range: ClosedRange<Int64>) -> MemberValue? {
        whole(digits).flatMap { range.contains($0) ? .whole($0) : nil }
    }

    private func date(_ digits: [UInt8]) -> MemberValue? {
        let milliseconds = unsafe strtod(String(decoding: digits, as: UTF8.self), nil)
        guard milliseconds >= -62_135_769_600_000, milliseconds <= 253_402_300_799_999 else { return nil }
        return .date(Date(timeIntervalSince1970: milliseconds / 1_000))
    }

    private func uuid(_ text: String) -> MemberValue? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8)
        let isHex = parts.allSatisfy {
            $0.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        }
        return parts.map(\.count) == [8, 4, 4, 4, 12] && isHex ? .text(Array(text.lowercased().utf8)) : nil
    }

    private func octets(_ text: String) -> MemberValue? {
        guard !text.isEmpty, let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
            return nil
        }
        return .octets(Array(data))
    }

    private func texts(_ elements: [JSONTree]) -> MemberValue? {
        var texts: [[UInt8]] = []
        for element in elements {
            guard case .string(let text) = element, !text.isEmpty else { return nil }
            texts.append(text)
        }
        return .texts(texts)
    }
}

/// The value of a member and of its property, in a common form.
package enum MemberValue: Equatable {
    case text([UInt8])
    case whole(Int64)
    case date(Date)
    case flag(Bool)
    case octets([UInt8])
    case texts([[UInt8]])
    case object
    /// The property isn't visible.
    case hidden

    package static func text(_ text: String?) -> Self? { text.map { .text(Array($0.utf8)) } }

    package static func whole(_ number: Int?) -> Self? { number.map { .whole(Int64($0)) } }

    package static func date(_ date: Date?) -> Self? { date.map { .date($0) } }

    package static func flag(_ flag: Bool?) -> Self? { flag.map { .flag($0) } }

    package static func octets(_ octets: [UInt8]?) -> Self? { octets.map { .octets($0) } }

    package static func uuid(_ uuid: UUID?) -> Self? { uuid.map { .text(Array($0.uuidString.lowercased().utf8)) } }
}
