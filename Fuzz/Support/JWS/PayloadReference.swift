package import JSONSupport
package import ReceiptFields

/// A member of one kind of payload: its name, its form, whether decisions depend on it, and its property.
struct ReferenceMember<Payload>: Sendable {
    let name: String
    let shape: MemberShape
    let isStrict: Bool
    let shown: @Sendable (Payload) -> MemberValue?

    static func strict(_ name: String, _ shape: MemberShape, _ shown: @escaping @Sendable (Payload) -> MemberValue?)
        -> Self
    {
        Self(name: name, shape: shape, isStrict: true, shown: shown)
    }

    static func lenient(_ name: String, _ shape: MemberShape, _ shown: @escaping @Sendable (Payload) -> MemberValue?)
        -> Self
    {
        Self(name: name, shape: shape, isStrict: false, shown: shown)
    }
}

/// The members of one kind of payload, or of an object in one.
struct ReferenceKind<Payload>: Sendable {
    let required: [String]
    let members: [ReferenceMember<Payload>]

    /// Returns the paths of members that must make reading fail.
    func faults(_ object: JSONTree, _ path: String) -> Set<String> {
        var faults = Set(required.filter { object[$0] == nil })
        for member in members where member.isStrict {
            if let value = object[member.name], member.shape.read(value) == nil { faults.insert(member.name) }
        }
        return Set(faults.map { path + $0 })
    }

    /// Every property must equal its member, and be nil only if the member is absent or a diagnostic names it.
    func check(_ payload: Payload, _ diagnostics: [FormatError], _ object: JSONTree, _ path: String) {
        for member in members {
            let said = object[member.name].flatMap(member.shape.read)
            let shown = member.shown(payload)
            require(
                shown == .hidden || shown == said, "\(path)\(member.name) says \(said as Any), shown \(shown as Any)")
            let isNamed = diagnostics.contains { $0.path == .member(path + member.name) }
            require(
                isNamed == (object[member.name] != nil && said == nil), "\(path)\(member.name): diagnostic \(isNamed)")
        }
    }
}

/// Compares a payload with Foundation's decoding and a second table of members: whether it must be rejected, for which
/// member, and the value of every property.
package enum PayloadReference {
    /// The state of the input before its members are examined.
    package enum Reading {
        /// The JSON reader rejects this input, which another target tests.
        case refused
        case object(JSONTree)
    }

    package static func read(_ text: [UInt8]) -> Reading {
        guard let tree = attemptTree(text), case .object = tree else { return .refused }
        if let reference = JSON.read(text) { require(tree.says(reference), "\(tree), and reference \(reference)") }
        return .object(tree)
    }

    private static func attemptTree(_ text: [UInt8]) -> JSONTree? {
        do throws(JSONError) { return try JSONTree(text) } catch { return nil }
    }

    package static func kind(_ object: JSONTree) -> PayloadKind {
        AnyReference.all.first { object[$0.member] != nil }?.kind ?? .unknown
    }

    /// Returns the payload's signed date, or nil if it is missing or malformed.
    package static func signedDate(_ object: JSONTree) -> MemberValue? {
        let kind = kind(object)
        let isCreated = kind == .appTransaction || (kind == .unknown && object["signedDate"] == nil)
        return object[isCreated ? "receiptCreationDate" : "signedDate"].flatMap(MemberShape.date.read)
    }

    /// Checks the result of reading a payload.
    package static func check(_ text: [UInt8], _ result: Result<any DecodedPayload, FormatError>) {
        guard case .object(let object) = read(text) else {
            return require((try? result.get()) == nil, "accepted, and no JSON object")
        }
        let faults = faults(object)
        switch result {
        case .failure(let error):
            requireSound(error, in: 0...text.count)
            switch (error.code, error.path) {
            case ("payload.missing", .member(let path)), ("payload.malformed", .member(let path)):
                require(faults.contains(path), "rejected for \(path), not for one of \(faults)")
            case ("payload.kind", _): require(kind(object) == .unknown, "\(error)")
            default: failed("rejected as \(error)")
            }
        case .success(let payload):
            require(faults.isEmpty && kind(object) != .unknown, "accepted with \(faults)")
            check(payload, object)
        }
    }

    /// Checks the result of reading a page of the App Store Server API.
    package static func check(page text: [UInt8], _ result: Result<AppStorePage, FormatError>) {
        guard case .object(let object) = read(text) else {
            return require((try? result.get()) == nil, "accepted, and no JSON object")
        }
        let faults = ReferenceKind.page.faults(object, "")
        switch result {
        case .failure(let error):
            requireSound(error, in: 0...text.count)
            guard case .member(let path) = error.path else { failed("rejected as \(error)") }
            require(faults.contains(path), "rejected for \(path), not for one of \(faults)")
        case .success(let page):
            require(faults.isEmpty, "accepted with \(faults)")
            ReferenceKind.page.check(page, [], object, "")
        }
    }

    /// Returns the paths of members that must make reading fail.
    package static func faults(_ object: JSONTree) -> Set<String> {
        let kind = kind(object)
        var faults = AnyReference.all.first { $0.kind == kind }?.faults(object) ?? []
        if signedDate(object) == nil {
            faults.formUnion(kind == .unknown ? ["signedDate", "receiptCreationDate"] : [])
            faults.insert(kind == .appTransaction ? "receiptCreationDate" : "signedDate")
        }
        return faults
    }

    private static func check(_ payload: any DecodedPayload, _ object: JSONTree) {
        let isChecked = AnyReference.all.contains { $0.check(payload, object) }
        require(isChecked, "no reference for \(payload)")
    }
}

extension JSONTree {
    /// The value of a member, or nil if it is absent or null.
    package subscript(_ name: String) -> JSONTree? {
        guard case .object(let members) = self,
            let value = members.first(where: { $0.name.elementsEqual(name.utf8) })?.value, value != .null
        else { return nil }
        return value
    }
}
