import ReceiptFields

/// Compares two verifyReceipt responses member by member. Ignores white space and the order of members.
struct AnswerComparison {
    private(set) var differences: [AnswerDifference] = []

    init(ours: AnswerJSON, apples: AnswerJSON) { compare(ours, apples, at: "") }

    private mutating func compare(_ ours: AnswerJSON, _ apples: AnswerJSON, at path: String) {
        switch (ours, apples) {
        case (.object(let one), .object(let two)): compare(one, two, at: path)
        case (.list(let one), .list(let two)): compare(one, two, at: path)
        case (.text(let one), .text(let two)) where one == two: break
        case (.word(let one), .word(let two)) where one == two: break
        default: add(.value, at: path, ours.shown, apples.shown)
        }
    }

    private mutating func add(
        _ kind: AnswerDifference.Kind, at path: String, _ ours: String? = nil, _ apples: String? = nil
    ) {
        differences.append(AnswerDifference(path: path, kind: kind, ours: ours, apples: apples))
    }

    // MARK: Objects

    private mutating func compare(_ ours: [AnswerJSON.Member], _ apples: [AnswerJSON.Member], at path: String) {
        let (one, two) = (Self.values(ours), Self.values(apples))
        var dates: Set<[UInt8]> = []
        for name in ours.map(\.name) + apples.map(\.name).filter({ one[$0] == nil }) {
            guard let date = AnswerDate.name(of: name) else {
                compare(one[name], two[name], named: name, at: path)
                continue
            }
            // Skip `request_date`, the time when Apple was asked.
            guard !date.elementsEqual("request_date".utf8), dates.insert(date).inserted else { continue }
            compare(AnswerDate(date, in: one), AnswerDate(date, in: two), at: Self.path(path, date))
        }
    }

    private static func values(_ members: [AnswerJSON.Member]) -> [[UInt8]: AnswerJSON] {
        Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func path(_ path: String, _ name: [UInt8]) -> String {
        (path.isEmpty ? "" : path + ".") + JSONWriter.escaped(String(decoding: name, as: UTF8.self))
    }

    private mutating func compare(_ ours: AnswerJSON?, _ apples: AnswerJSON?, named name: [UInt8], at path: String) {
        let path = Self.path(path, name)
        switch (ours, apples) {
        // Apple creates a new receipt for each response.
        case (.text?, .text?) where path == "latest_receipt": break
        case (let ours?, let apples?): compare(ours, apples, at: path)
        case (let ours?, nil): add(.onlyOurs, at: path, ours.shown)
        case (nil, let apples?): add(.onlyApples, at: path, nil, apples.shown)
        case (nil, nil): break
        }
    }

    // MARK: Dates

    /// Compares dates. Up to three members on each side count as one difference.
    private mutating func compare(_ ours: AnswerDate, _ apples: AnswerDate, at path: String) {
        guard let one = ours.first else { return add(.onlyApples, at: path, nil, apples.first?.shown) }
        if apples.first == nil { return add(.onlyOurs, at: path, one.shown) }
        let isSame = ours.isSameInstant(as: apples)
        if isSame == false {
            return add(.instant, at: path, ours.instant.map(AnswerDate.shown), apples.instant.map(AnswerDate.shown))
        }
        var form: (ours: AnswerJSON?, apples: AnswerJSON?)?
        for (spelling, (one, two)) in zip(AnswerDate.spellings, zip(ours.values, apples.values)) where one != two {
            switch (one, two) {
            // One of the spellings contradicts the others in its response, or is not a date.
            case (let one?, let two?) where !AnswerDate.areSame(one, two):
                add(.value, at: path + spelling, one.shown, two.shown)
            case (let one?, nil) where isSame == nil: add(.onlyOurs, at: path + spelling, one.shown)
            case (nil, let two?) where isSame == nil: add(.onlyApples, at: path + spelling, nil, two.shown)
            default: form = form ?? (one, two)
            }
        }
        if let form { add(.form, at: path, form.ours?.shown, form.apples?.shown) }
    }

    // MARK: Lists

    /// Compares lists of purchases. Matches purchases regardless of their positions.
    private mutating func compare(_ ours: [AnswerJSON], _ apples: [AnswerJSON], at path: String) {
        let ourRows = AnswerRow.rows(ours)
        let applesRows = AnswerRow.namingOtherProducts(AnswerRow.rows(apples), as: ourRows)
        let places = Dictionary(zip(applesRows, apples.indices), uniquingKeysWith: { first, _ in first })
        let common = ourRows.compactMap { places[$0] }
        if zip(common, common.dropFirst()).contains(where: >) { add(.order, at: path) }
        for (place, (row, value)) in zip(ourRows, ours).enumerated() {
            let path = "\(path)[\(place)]"
            if let other = places[row] {
                compare(value, apples[other], at: path)
            } else {
                add(.onlyOurs, at: path, row.shown ?? value.shown)
            }
        }
        let known = Set(ourRows)
        for (place, (row, value)) in zip(applesRows, apples).enumerated() where !known.contains(row) {
            add(.onlyApples, at: "\(path)[\(place)]", nil, row.shown ?? value.shown)
        }
    }
}

/// The identity of a list's element, to find it in another list: a transaction and its product, and a counter for several elements with the
/// same transaction and product.
private struct AnswerRow: Hashable {
    private let transaction: [UInt8]?
    private let product: [UInt8]?
    private var occurrence = 0

    private init(_ value: AnswerJSON) {
        // Elements of pending_renewal_info have no transaction of their own.
        transaction = (value["transaction_id"] ?? value["original_transaction_id"])?.scalar
        product = value["product_id"]?.scalar
    }

    static func rows(_ values: [AnswerJSON]) -> [AnswerRow] {
        var counts: [AnswerRow: Int] = [:]
        return values.map { value in
            var row = AnswerRow(value)
            let count = counts[row, default: 0]
            counts[row] = count + 1
            row.occurrence = count
            return row
        }
    }

    /// Returns the rows of the other list, adapted for matching. If a transaction has another product in that list, its row is still
    /// matched, so that the product is reported as the difference.
    static func namingOtherProducts(_ rows: [AnswerRow], as ours: [AnswerRow]) -> [AnswerRow] {
        let (all, known) = (Set(rows), Set(ours))
        let left = Dictionary(grouping: ours.filter { $0.transaction != nil && !all.contains($0) }, by: \.transaction)
        let others = Dictionary(grouping: rows.filter { !known.contains($0) }, by: \.transaction)
        return rows.map { row in
            guard !known.contains(row), let mine = left[row.transaction], mine.count == 1,
                others[row.transaction]?.count == 1
            else { return row }
            return mine[0]
        }
    }

    var shown: String? {
        transaction.map { "transaction " + JSONWriter.escaped(String(decoding: $0.prefix(60), as: UTF8.self)) }
    }
}
