extension LimboDivergence {
    static let all: [LimboDivergence] = refused + accepted

    /// Valid in limbo, rejected here.
    private static let refused: [LimboDivergence] = [
        .refused(
            "pathlen::validation-ignores-pathlen-in-leaf", "chain.signerIsAuthority",
            """
            The path length is kept, but the last certificate is itself an authority (CA:TRUE). A receipt's signer never is: \
            one that were could issue further signers (CHN-07).
            """),
        .refused(
            "pathological::multiple-chains-expired-intermediate", "chain.expired",
            """
            The valid path is leaf and trusted root, two certificates, passing over the one intermediate that is sent, which \
            has expired. A receipt's path always goes through its intermediate, so the expired one is checked.
            """),
        .refused(
            "rfc5280::root-and-intermediate-swapped", "chain.untrustedRoot",
            """
            The trusted certificate is the leaf's own issuer and the one sent beside is the issuer's issuer: the valid path \
            has two certificates. Here the certificate sent would have to be issued by the trusted one, and it is not.
            """),
        .refused(
            "rfc5280::validity::notafter-fractional", "chain.expired",
            """
            Validated 5 ms after the second in which the leaf's validity ends. The case calls itself ambiguous: RFC 5280 \
            does not say whether that second is included as a whole. This verifier reads it more strictly.
            """),
        .refused(
            "rfc5280::nc::permitted-self-issued", "chain.nameConstraints",
            """
            The root permits example.com alone, and the intermediate, named otherwise, is exempt because it is self-issued. \
            A verifier that rejects every name constraint needs no such exemption to be right.
            """),
        .refused(
            "rfc5280::nc::nc-permits-email-exact", "chain.nameConstraints",
            "The intermediate permits the mailbox foo@example.com, which is the leaf's. Mailboxes are not evaluated here."
        ),
        .refused(
            "rfc5280::nc::nc-permits-email-domain", "chain.nameConstraints",
            "The intermediate permits every mailbox of example.com, the leaf's among them. Mailboxes are not evaluated here."
        ),
        .refused(
            "rfc5280::nc::nc-permits-email-literal-asterisk-exact-match", "chain.nameConstraints",
            """
            The mailbox permitted, *@example.com, equals the leaf's only if the asterisk is read as itself. Rejecting the \
            extension cannot mistake it for a pattern.
            """),
        .refused(
            "rfc5280::nc::nc-permits-email-literal-double-asterisk", "chain.nameConstraints",
            """
            The mailbox permitted, **@example.com, equals the leaf's, both asterisks read as themselves. Rejecting the \
            extension cannot mistake them for a pattern.
            """),
        .refused(
            "rfc5280::nc::nc-permits-email-literal-mid-asterisk", "chain.nameConstraints",
            """
            The mailbox permitted, user*@example.com, equals the leaf's with the asterisk inside the name. Rejecting the \
            extension cannot mistake it for a pattern.
            """),
        .refused(
            "rfc5280::nc::nc-forbids-othername-noop", "chain.nameConstraints",
            """
            The intermediate excludes an otherName, and no name of that form is in the path, so the constraint is idle. \
            Finding that out would mean to read all names of the path; Apple's certificates have no constraint to read them for.
            """),
        .refused(
            "webpki::nc::nc-permits-dns-san-pattern", "chain.nameConstraints",
            """
            The intermediate permits example.com and the leaf is for *.example.com: a rule about host names, which a \
            receipt's signer does not have.
            """),
    ]

    /// Invalid in limbo, accepted here.
    private static let accepted: [LimboDivergence] = [
        .accepted(
            "rfc5280::aki::intermediate-missing-aki", .authorityKeyIdentifierAbsent,
            """
            The intermediate does not say which key signed it, as RFC 5280 section 4.2.1.1 obliges those who issue it, to \
            help with finding paths. Section 6.1 does not use it for judging one: the root is pinned, and its key is found \
            to have signed the intermediate. Where the identifiers are there, they must agree.
            """),
        .accepted(
            "rfc5280::ski::intermediate-missing-ski", .subjectKeyIdentifierAbsent,
            """
            The intermediate does not give its key a short name, as RFC 5280 section 4.2.1.2 obliges those who issue it. \
            The signer, found by its issuer's name, is checked with the intermediate's key itself, so nothing hangs on the \
            name of that key.
            """),
    ]
}
