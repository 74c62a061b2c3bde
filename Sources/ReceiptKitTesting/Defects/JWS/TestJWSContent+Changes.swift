/// Changes that keep a JWS consistent, as its kind says.
extension TestJWSContent {
    mutating func edit(_ change: (inout any TestJWSSubject) throws -> Void) throws {
        var subject = subject
        try change(&subject)
        self = subject.content
    }

    /// Changes the content of a notification about a purchase.
    mutating func editData(_ change: (inout TestNotificationData) throws -> Void) throws {
        guard case .notification(var notification) = self else { throw NothingToSpoil() }
        try notification.editData(change)
        self = .notification(notification)
    }
}

extension [TestJWSKind] {
    /// The kinds whose examples name an app by its bundle identifier.
    static let withBundleIdentifier = changed { try $0.setBundleIdentifier("") }
    /// The kinds whose examples name an app by its App Store identifier.
    package static let withAppID = changed { try $0.setAppID(1) }
    /// The kinds whose App Store identifier may be missing.
    static let withOptionalAppID = changed { try $0.setAppID(nil) }
    /// The kinds whose examples are bound to a device.
    static let withDevice = changed { try $0.editDevice { _ in } }

    /// Returns the kinds whose examples have a member.
    static func with(_ member: String) -> Self {
        TestJWSKind.signedByApple.filter { examples[$0]?[member] != nil }
    }

    static func allBut(_ kind: TestJWSKind) -> Self { TestJWSKind.signedByApple.filter { $0 != kind } }

    private static let examples: [TestJWSKind: TestJSONObject] = {
        var payloads: [TestJWSKind: TestJSONObject] = [:]
        for kind in TestJWSKind.signedByApple {
            do { payloads[kind] = try TestJWSContent.example(kind).payload(by: .standard) } catch { continue }
        }
        return payloads
    }()

    private static func changed(_ change: (inout any TestJWSSubject) throws -> Void) -> Self {
        TestJWSKind.signedByApple.filter { kind in
            var content = TestJWSContent.example(kind)
            do { try content.edit(change) } catch { return false }
            return true
        }
    }
}
