internal import AppleVerifyReceipt
internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The members of a policy, as they stand there. One that is null is absent.
struct PolicyMembers {
    private(set) var names: Set<String> = []
    private(set) var bundleIDs: BundleIdentifiers?
    private(set) var device: DeviceRequirement?
    private(set) var environments: Set<StoreEnvironment>?
    private(set) var appAppleID: Int64?
    private(set) var appVersion: String?
    private(set) var maximumAge: TimeInterval?
    private(set) var clockTolerance: TimeInterval?
    private(set) var trustRoots: [[UInt8]]?
    private(set) var intermediates: [[UInt8]] = []
    private(set) var xcodeCertificates: [[UInt8]]?
    private(set) var distrustedKeys: Set<Fingerprint> = []
    private(set) var acceptTransactionReceipts = false
    private(set) var verifyReceiptEnvironment: VerifyReceiptEndpoint.Environment?
    private(set) var sharedSecrets: Set<String>?

    init(_ text: [UInt8]) throws(CallError) {
        var failure: CallError?
        do throws(FormatError) {
            try JSONReader.read(whole: text[...]) { (json) throws(JSONError) in
                try json.require(.object, "a policy, an object", in: "")
                try json.object { (json, name) throws(JSONError) in
                    let name = json.text(name)
                    let value = try PolicyValue(&json, in: text[...])
                    if failure == nil, value != .null { failure = read(name, value) }
                }
            }
        } catch { throw .json(error) }
        if let failure { throw failure }
    }

    /// Keeps the value of a member, or says what is wrong with it.
    private mutating func read(_ name: String, _ value: PolicyValue) -> CallError? {
        names.insert(name)
        let expected: String
        switch name {
        case "bundleIDs":
            expected = "a list of bundle identifiers, or \"any\""
            if value == .text("any") { bundleIDs = .any } else { bundleIDs = value.texts.map { .oneOf(Set($0)) } }
            if bundleIDs != nil { return nil }
        case "device":
            expected =
                "\"unchecked\", or {\"identifiers\": [\"HEX or UUID\", …], \"deviceVerificationIDs\": [\"UUID\", …]} "
                + "with at least one"
            device = value == .text("unchecked") ? .unchecked : value.device
            if device != nil { return nil }
        case "environments":
            expected = "a list of Production, Sandbox, Xcode and LocalTesting"
            environments = value.texts.flatMap(Self.environments)
            if environments != nil { return nil }
        case "appAppleID":
            expected = "a whole number from 1"
            appAppleID = value.integer.flatMap { $0 > 0 ? $0 : nil }
            if appAppleID != nil { return nil }
        case "appVersion":
            expected = "a text that is not empty"
            appVersion = value.text
            if appVersion != nil { return nil }
        case "maximumAge":
            expected = Self.seconds
            maximumAge = value.seconds
            if maximumAge != nil { return nil }
        case "clockTolerance":
            expected = Self.seconds
            clockTolerance = value.seconds
            if clockTolerance != nil { return nil }
        case "trustRoots":
            expected = Self.certificates
            trustRoots = value.certificates
            if trustRoots != nil { return nil }
        case "intermediates":
            expected = Self.certificates
            if let certificates = value.certificates {
                intermediates = certificates
                return nil
            }
        case "xcodeCertificates":
            expected = Self.certificates
            xcodeCertificates = value.certificates
            if xcodeCertificates != nil { return nil }
        case "distrustedKeys":
            expected = "a list of SHA-256 hashes of keys, each of 64 hexadecimal digits"
            if let texts = value.texts {
                let keys = texts.compactMap { Fingerprint($0) }
                distrustedKeys = Set(keys)
                if keys.count == texts.count { return nil }
            }
        case "acceptTransactionReceipts":
            expected = "true or false"
            if case .boolean(let accept) = value {
                acceptTransactionReceipts = accept
                return nil
            }
        case "verifyReceiptEnvironment":
            expected = "\"Production\" or \"Sandbox\""
            switch value {
            case .text("Production"): verifyReceiptEnvironment = .production
            case .text("Sandbox"): verifyReceiptEnvironment = .sandbox
            default: return .invalidMember(name, expected: expected)
            }
            return nil
        case "sharedSecrets":
            expected = "a list of at least one text"
            sharedSecrets = value.texts.flatMap { $0.isEmpty ? nil : Set($0) }
            if sharedSecrets != nil { return nil }
        default: return .unknownMember(Escaped.text(name))
        }
        return .invalidMember(name, expected: expected)
    }

    private static let seconds = "a number of seconds, 0 or more"
    private static let certificates = "a list of certificates, each the base64 of its DER"

    private static func environments(_ texts: [String]) -> Set<StoreEnvironment>? {
        let environments = Set(texts.map(StoreEnvironment.init(rawValue:)))
        return environments.isSubset(of: [.production, .sandbox, .xcode, .localTesting]) ? environments : nil
    }
}
