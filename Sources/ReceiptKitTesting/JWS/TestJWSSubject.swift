internal import ReceiptEssentials

/// Contents of one kind of JWS. Each type says what a change means for its kind, so that defects need not know the kinds.
protocol TestJWSSubject: TestJWSConvertible {
    /// The date at which the certificates are validated.
    var signedDate: Date { get set }
    var environment: TestEnvironment { get }

    /// Returns the members in Apple's order, with nested JWS signed by an authority.
    func payload(by authority: TestAuthority) throws(TestKitError) -> TestJSONObject

    mutating func setEnvironment(_ environment: TestEnvironment) throws
    mutating func setBundleIdentifier(_ identifier: String) throws
    mutating func setAppID(_ number: Int64?) throws
    /// Moves the signed date by a number of seconds.
    mutating func move(by seconds: Double) throws
    /// Changes the device that the JWS is bound to.
    mutating func editDevice(_ change: (inout TestDeviceVerification) -> Void) throws
}

/// The default implementations, for a kind of JWS that names no app and no device.
extension TestJWSSubject {
    mutating func setBundleIdentifier(_ identifier: String) throws { throw NothingToSpoil() }
    mutating func setAppID(_ number: Int64?) throws { throw NothingToSpoil() }
    mutating func move(by seconds: Double) throws { signedDate += seconds }

    mutating func editDevice(_ change: (inout TestDeviceVerification) -> Void) throws {
        throw NothingToSpoil()
    }
}

/// Contents that are bound to a device.
protocol TestDeviceSubject: TestJWSSubject {
    var deviceVerification: TestDeviceVerification? { get set }
}

extension TestDeviceSubject {
    mutating func editDevice(_ change: (inout TestDeviceVerification) -> Void) throws {
        guard var device = deviceVerification else { throw NothingToSpoil() }
        change(&device)
        deviceVerification = device
    }
}

/// A payload of a kind that the kit doesn't know.
struct OtherSubject: TestJWSSubject {
    let members: TestJSONObject
    var signedDate: Date

    var content: TestJWSContent { .other(members, signedDate: signedDate) }
    var environment: TestEnvironment { .production }

    func payload(by _: TestAuthority) -> TestJSONObject { members }
    mutating func setEnvironment(_: TestEnvironment) throws { throw NothingToSpoil() }
    mutating func move(by _: Double) throws { throw NothingToSpoil() }
}
