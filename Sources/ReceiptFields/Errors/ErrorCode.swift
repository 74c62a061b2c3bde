/// The code of an error, with the explanations that `receipt explain` prints and the page *Error codes* contains.
///
/// Each code is a constant whose name is the code in camel case, such as `chainUntrustedRoot` for `chain.untrustedRoot`. It is declared
/// next to its section of the table.
package struct ErrorCode: Hashable, Sendable {
    /// The code, such as `chain.untrustedRoot`.
    package let name: String
    /// The class of an error with this code, unless the error's value decides otherwise. Nil for errors of files, requests and servers.
    package let `class`: ErrorClass?
    package let meaning: String
    package let usualCause: String
    /// The remedy. Nil if only a forger or the author of a test would need one.
    package let remedy: String?
    /// The remedy if a test created the evidence. Hints never contain it.
    package let remedyInTests: String?
    package let support: Support
    /// The command-line options that the remedy names. Other programs don't have these options, so hints don't name them.
    package let options: [String]

    package init(
        _ name: String, class: ErrorClass?, _ meaning: String, cause: String, remedy: String? = nil,
        remedyInTests: String? = nil, options: [String] = [], support: Support
    ) {
        self.name = name
        self.class = `class`
        self.meaning = meaning
        usualCause = cause
        self.remedy = remedy
        self.remedyInTests = remedyInTests
        self.support = support
        self.options = options
    }

    /// Returns the same code with another remedy, for an error whose value shows its cause.
    package func because(
        class: ErrorClass? = nil, remedy: String, options: [String] = [], support: Support? = nil
    ) -> ErrorCode {
        ErrorCode(
            name, class: `class` ?? self.class, meaning, cause: usualCause, remedy: remedy, options: options,
            support: support ?? self.support)
    }

    /// A section of the table and of the page.
    package struct Section: Sendable {
        package let title: String
        package let codes: [ErrorCode]

        package init(_ title: String, _ codes: [ErrorCode]) {
            self.title = title
            self.codes = codes
        }
    }

    /// A sentence for customer support: what the code says about the customer's purchase, and what to do next.
    package enum Support: String, Sendable {
        case absent = """
            No evidence of a purchase arrived: ask the customer to sign in to the App Store with the Apple Account that they bought \
            with, and to restore purchases in the app.
            """
        case busy = """
            The server was busy or the connection slow, and nothing was verified: ask the customer to try again in a few minutes.
            """
        case damaged = """
            The evidence was damaged or altered on its way: ask the customer to restore purchases in the app, and give the code \
            to the developers if it happens again.
            """
        case ended = """
            An organization bought the app for the customer, and that purchase has expired: refer the customer to the organization.
            """
        case environment = """
            The purchase was made in another environment than our server accepts: ask whether the customer uses TestFlight, and \
            if not, give the code to the developers.
            """
        case forged = """
            Apple signs no evidence like this, unless our settings are wrong: grant nothing for it, ask the customer to restore \
            purchases in the App Store's version of the app, and give the code to the developers if it happens again.
            """
        case noEvidence = """
            The input isn't evidence: if the customer sent it, ask for the file or the text itself, not for a picture, an invoice or an \
            archive, and otherwise give the code to the developers.
            """
        case otherApp = """
            The evidence is for another app: ask the customer in which app they bought, and give the code to the developers if it \
            was this one.
            """
        case outdated = """
            The evidence is older than our settings accept, or for another device: ask the customer to update the app and to \
            restore purchases on this device, and give the code to the developers if it happens again.
            """
        case ours = """
            The customer isn't at fault and doesn't need to buy again: give the code to the developers.
            """
    }
}

/// An error that has a code.
package protocol CodedError: Error {
    /// The code, and one line about this value that states what was found and what was expected.
    var words: (code: ErrorCode, text: String) { get }
    /// The likely reason.
    var `class`: ErrorClass? { get }
}

extension CodedError {
    /// A stable name for this kind of error.
    package var code: String { words.code.name }
    package var `class`: ErrorClass? { words.code.class }
}
