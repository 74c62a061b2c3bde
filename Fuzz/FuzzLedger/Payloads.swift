import FuzzSupport

/// Creates payloads of one to three receipts from bytes.
enum Payloads {
    /// Splits bytes into consecutive DER elements.
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        let map = DERMap(bytes)
        return map.nodes.indices.filter { map.nodes[$0].parent < 0 }.prefix(3).map { Array(map.encoding($0)) }
    }

    /// Returns receipts of one app whose purchases are six bytes of input each. Every input gives a well-formed
    /// payload.
    static func madeUp(_ bytes: [UInt8]) -> [[UInt8]] {
        var dice = Dice(bytes)
        let environment = ["Production", "Production", "ProductionSandbox", "Xcode", "ProductionVPP"][dice.below(5)]
        return (0..<dice.below(3) + 1).map { _ in receipt(environment, &dice) }
    }

    static func receipt(_ environment: String, hour: Int = 3600, _ dice: inout Dice) -> [UInt8] {
        var attributes = [
            attribute(0, text(environment)), attribute(2, text("com.example.app")),
            attribute(3, text(["1", "2"][dice.below(2)])), attribute(4, [1]),
            attribute(5, [UInt8](repeating: UInt8(dice.below(3)), count: 20)),
            attribute(12, date(dice.below(3) * 10, hour)),
        ]
        let originalVersion = ["", "1.0", "2", "x", "10.0.1"][dice.below(5)]
        attributes.append(attribute(19, text(originalVersion)))
        // Half of the receipts have one complicated subscription, which involves most of the rules.
        let isTangled = dice.below(2) == 0
        for index in 0..<dice.below(16) {
            let row = isTangled ? period(index, hour, &dice) : row(hour, &dice)
            attributes.append(attribute(17, DERMap.element(0x31, Array(row.joined()))))
        }
        return DERMap.element(0x31, Array(attributes.joined()))
    }

    /// Returns a period of subscription 1, with its own transaction and line item.
    private static func period(_ index: Int, _ hour: Int, _ dice: inout Dice) -> [[UInt8]] {
        let start = dice.below(13)
        return [
            attribute(1701, number(1)), attribute(1702, text(["a", "b", "c"][dice.below(3)])),
            attribute(1703, text(String(index + 1))), attribute(1704, date(start, hour)), attribute(1705, text("1")),
            attribute(1707, number(3)), attribute(1708, date(start + dice.below(7), hour)),
            attribute(1711, number(index + 1)),
            attribute(1712, dice.below(8) == 7 ? date(start, hour) : DERMap.element(0x16, [])),
        ]
    }

    private static func row(_ hour: Int, _ dice: inout Dice) -> [[UInt8]] {
        let start = dice.below(13)
        var attributes = [
            attribute(1701, [0x02, 0x01, UInt8(dice.below(2) + 1)]),
            attribute(1702, text(["a", "b", "c", "caf\u{e9}", "cafe\u{301}"][dice.below(5)])),
            attribute(1703, text(["0", "1", "2", "3", "10", "4"][dice.below(6)])),
            attribute(1704, date(start, hour)),
        ]
        func add(_ number: Int, _ value: [UInt8]?) { if let value { attributes.append(attribute(number, value)) } }
        add(1705, [nil, text("0"), text("1"), text("1"), text("2")][dice.below(5)])
        add(1706, [nil, nil, date(start, hour), date(max(0, start - 3), hour)][dice.below(4)])
        let type = [3, 3, 3, 0, 1, 2, 4, 9, nil][dice.below(9)]
        add(1707, type.map { [0x02, 0x01, UInt8($0)] })
        add(
            1708,
            [date(start + dice.below(7), hour), date(start + dice.below(7), hour), nil, date(max(0, start - 1), hour)][
                dice.below(4)])
        add(1711, [nil, number(0), number(1), number(2), number(3)][dice.below(5)])
        add(1712, dice.below(5) == 0 ? date(start + 2, hour) : nil)
        add(1713, [nil, number(0), number(0), number(1)][dice.below(4)])
        add(1719, [nil, number(0), number(0), number(1)][dice.below(4)])
        add(1721, dice.below(8) == 0 ? text("spring") : nil)
        return attributes
    }

    private static func attribute(_ number: Int, _ value: [UInt8]) -> [UInt8] {
        let type = number < 128 ? [UInt8(number)] : [UInt8(number >> 8), UInt8(number & 0xFF)]
        return DERMap.element(
            0x30, DERMap.element(0x02, type) + [0x02, 0x01, 0x01] + DERMap.element(0x04, value))
    }

    private static func text(_ text: String) -> [UInt8] { DERMap.element(0x0C, Array(text.utf8)) }

    private static func number(_ number: Int) -> [UInt8] { [0x02, 0x01, UInt8(number)] }

    /// Returns the date this many hours after 2024-01-01, with hours of `hour` seconds.
    private static func date(_ hours: Int, _ hour: Int) -> [UInt8] {
        let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        let seconds = hours * hour
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(digits).joined(separator: ":")
        return DERMap.element(0x16, Array("2024-01-\(digits(1 + seconds / 86_400))T\(time)Z".utf8))
    }
}

/// Takes numbers from bytes, and returns 0 after the last.
struct Dice {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func below(_ bound: Int) -> Int { Int(bytes.popFirst() ?? 0) % bound }
}
