/// The likely reason for an error of evidence, for whoever sorts thousands of them. An open set.
///
/// The cause decides, so two errors with one code may differ in their class. It is a guess: a forgery may look damaged, and damage like a forgery.
/// Count and sort by it, and reject the evidence in every case. Errors of files, requests and servers have no class.
public struct ErrorClass: RawRepresentable, Hashable, Sendable {
    /// The word in JSON and in tables.
    public let rawValue: String

    /// A class by its word in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `damaged`: transport or storage changed it. It was cut off, decoded and encoded again, or put together from pieces that don't belong together.
    public static let damaged = ErrorClass(rawValue: "damaged")
    /// `notEvidence`: it never was signed evidence, such as a page of HTML, or the JSON of a payload without its signature.
    public static let notEvidence = ErrorClass(rawValue: "notEvidence")
    /// `untrusted`: Apple's chain, or the one that the policy trusts, didn't sign it as it is. It is forged, or of another authority.
    public static let untrusted = ErrorClass(rawValue: "untrusted")
    /// `policy`: it is well signed as far as it was checked, and this policy rejects it.
    public static let policy = ErrorClass(rawValue: "policy")
    /// `unsupported`: it is of a kind, or has a value, that this method or this version of the library doesn't accept.
    public static let unsupported = ErrorClass(rawValue: "unsupported")
    /// `limit`: it has more of something than a limit allows.
    public static let limit = ErrorClass(rawValue: "limit")
}

extension ErrorClass: CustomStringConvertible {
    /// The word in JSON.
    public var description: String { Escaped.word(rawValue) }
}
