/// The likely reason for an error of evidence, for sorting large numbers of errors. An open set.
///
/// The class depends on the cause, so two errors with the same code may have different classes. The class is a guess: a forgery may look
/// like damage, and damage like a forgery. Use the class for counting and sorting, and reject the evidence in every case. Errors of files,
/// requests and servers have no class.
public struct ErrorClass: RawRepresentable, Hashable, Sendable {
    /// The raw value, as in JSON and in tables.
    public let rawValue: String

    /// Creates a class from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `damaged`: transport or storage changed the evidence. It was truncated, decoded and encoded again, or joined from pieces that don't
    /// belong together.
    public static let damaged = ErrorClass(rawValue: "damaged")
    /// `notEvidence`: the input never was signed evidence. For instance, it is an HTML page, or the JSON of a payload without its
    /// signature.
    public static let notEvidence = ErrorClass(rawValue: "notEvidence")
    /// `untrusted`: Apple's chain, or the one that the policy trusts, didn't sign the evidence in this form. It is forged, or another
    /// authority signed it.
    public static let untrusted = ErrorClass(rawValue: "untrusted")
    /// `policy`: all signatures that were checked are valid, but this policy rejects the evidence.
    public static let policy = ErrorClass(rawValue: "policy")
    /// `unsupported`: the evidence is of a kind, or has a value, that this method or this version of the library doesn't accept.
    public static let unsupported = ErrorClass(rawValue: "unsupported")
    /// `limit`: the evidence exceeds a limit.
    public static let limit = ErrorClass(rawValue: "limit")
}

extension ErrorClass: CustomStringConvertible {
    /// The raw value.
    public var description: String { SafeText.word(rawValue) }
}
