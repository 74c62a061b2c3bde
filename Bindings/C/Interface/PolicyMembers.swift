internal import AppleVerifyReceipt
internal import ReceiptFields
internal import ReceiptReports

/// The members of a policy's JSON.
struct PolicyMembers {
    private(set) var description = PolicyDescription()
    private(set) var verifyReceiptEnvironment: VerifyReceiptEndpoint.Environment?
    private(set) var sharedSecrets: Set<String>?

    /// The names of a policy's members, in the order of the documentation.
    static let names: [String] = {
        var names: [String] = []
        for demand in PolicyDemand.all where !names.contains(demand.member.name) { names.append(demand.member.name) }
        return names + ["verifyReceiptEnvironment", "sharedSecrets"]
    }()

    init(_ text: [UInt8]) throws(CallError) {
        var failure: CallError?
        do throws(FormatError) {
            try JSONReader.read(whole: text[...]) { (json) throws(JSONError) in
                try json.require(.object, "a policy, an object", in: "")
                try json.object { (json, name) throws(JSONError) in
                    let name = json.text(name)
                    let value = try PolicyValue(&json, in: text[...])
                    guard failure == nil, value != .null else { return }
                    do throws(CallError) { try read(name, value) } catch { failure = error }
                }
            }
        } catch { throw .json(error) }
        if let failure { throw failure }
    }

    private mutating func read(_ name: String, _ value: PolicyValue) throws(CallError) {
        switch name {
        case "verifyReceiptEnvironment":
            switch value {
            case .text("Production"): verifyReceiptEnvironment = .production
            case .text("Sandbox"): verifyReceiptEnvironment = .sandbox
            default: throw .invalidMember(name, expected: "\"Production\" or \"Sandbox\"")
            }
        case "sharedSecrets":
            guard case .texts(let secrets) = value, !secrets.isEmpty, !secrets.contains("") else {
                throw .invalidMember(name, expected: "a list of at least one string, none of them empty")
            }
            sharedSecrets = Set(secrets)
        default: try readDemand(name, value)
        }
    }

    /// Adds the demands of a member to the description.
    private mutating func readDemand(_ name: String, _ value: PolicyValue) throws(CallError) {
        let demands = PolicyDemand.all.filter { $0.member.name == name }
        if demands.isEmpty { throw .unknownMember(SafeText.quoted(name)) }
        let stated = Self.stated(value, by: demands)
        if stated.isEmpty { throw .invalidMember(name, expected: Self.expected(name)) }
        for (demand, value) in stated {
            do throws(PolicyDescription.Problem) { try state(demand, value) } catch { throw CallError(error) }
        }
    }

    /// Returns the demands that a member's value states, each with its value, or none if the value has the wrong form.
    private static func stated(_ value: PolicyValue, by demands: [PolicyDemand]) -> [(PolicyDemand, PolicyValue)] {
        if case .lists(let lists) = value {
            var stated: [(PolicyDemand, PolicyValue)] = []
            for (part, texts) in lists {
                guard let demand = demands.first(where: { $0.member == .part(part, of: $0.member.name) }) else {
                    return []
                }
                if !texts.isEmpty { stated.append((demand, .texts(texts))) }
            }
            return stated
        }
        if case .text(let word) = value,
            let flag = demands.first(where: { $0.member == .word(word, of: $0.member.name) })
        {
            return [(flag, .boolean(true))]
        }
        return demands.first { $0.member == .named($0.member.name) }.map { [($0, value)] } ?? []
    }

    private mutating func state(_ demand: PolicyDemand, _ value: PolicyValue) throws(PolicyDescription.Problem) {
        switch (demand.form, value) {
        case (.flag, .boolean(let isOn)): if isOn { try description.state(demand) }
        case (.string, .text(let text)): try description.state(demand, [text])
        case (.number, .number(let digits)): try description.state(demand, [digits])
        case (.strings, .texts(let texts)): try description.state(demand, texts)
        case (.certificates, .texts(let texts)):
            guard let certificates = PolicyValue.certificates(texts) else { throw .invalid(demand) }
            try description.state(demand, certificates: certificates)
        default: throw .invalid(demand)
        }
    }

    /// Returns a description of a member's accepted values, for messages.
    static func expected(_ name: String) -> String {
        let demands = PolicyDemand.all.filter { $0.member.name == name }
        var (values, parts): ([String], [String]) = ([], [])
        for demand in demands {
            if case .part(let part, _) = demand.member {
                parts.append("\"\(part)\": \(demand.expected)")
            } else {
                values.append(demand.expected)
            }
        }
        if !parts.isEmpty { values.append("an object with one or both of " + parts.joined(separator: " and ")) }
        return values.joined(separator: ", or ")
    }
}
