extension ErrorExplanation {
    /// All codes, under the headings of the documentation's page.
    package static let sections: [(title: String, explanations: [ErrorExplanation])] = {
        var sections: [(title: String, explanations: [ErrorExplanation])] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("# ") { sections.append((String(line.dropFirst(2)), [])) }
            guard let last = sections.indices.last, let explanation = Self(row: line) else { continue }
            sections[last].explanations.append(explanation)
        }
        return sections
    }()

    private init?(row: Substring) {
        let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        guard cells.count > 2 else { return nil }
        (code, meaning, usualCause) = (cells[0], cells[1], cells[2])
        let advice = cells.count > 3 ? cells[3] : nil
        let isForTests = advice?.hasPrefix("In tests, ") == true
        (remedy, remedyInTests) = isForTests ? (nil, advice) : (advice, nil)
    }

    /// Code | meaning | usual cause | remedy, if there is one. What begins with *In tests* helps the authors of tests alone.
    private static let table = """
        # Reading the input
        input.empty | The input has no bytes. | The app found no receipt file, or the request body was empty. | In the app, refresh the receipt with SKReceiptRefreshRequest, or send a StoreKit 2 transaction.
        input.notReceipt | The input is neither a receipt nor anything else that the App Store signs. | It is an HTML page, a PDF, a picture, a ZIP archive or an e-mail, it was decoded twice, or it is a JSON body with evidence in two places. | Send the evidence unchanged: as bytes, as base64, as a JWS or in a JSON body.
        input.transactionReceipt | The input is an iOS 6 transaction receipt where an app receipt was expected. | An old app sends the transactionReceipt of its SKPaymentTransaction. | Send it as `evidence`; in Swift, use `verify(evidence:at:)`.
        input.jws | The input is a JWS where an app receipt was expected. | The app sends StoreKit 2's jwsRepresentation in place of the receipt. | Send the JWS itself as `evidence`, or as `signedTransactionInfo`; in Swift, use `verify(evidence:at:)`.
        input.decoded | The input is the JSON of a payload, which isn't signed. | The app sends StoreKit's jsonRepresentation, or a program decoded a JWS or a notification. | Send `jwsRepresentation`, or the notification's `signedPayload`.
        input.hex | The input is hexadecimal digits. | A debugger, a database or a log printed bytes. | Send the bytes themselves, or base64 of them.
        input.utf16 | The input is text in UTF-16. | A program of Windows wrote the file. | Save the text in UTF-8.
        input.quoted | The input is text in quotation marks that isn't a JSON string with evidence in it. | It was encoded twice, it was cut off, or the quotation marks aren't those of JSON. | Send the text without quotation marks.
        input.base64 | The text isn't base64 in the standard alphabet and canonical form (RFC 4648 section 4). | Form encoding turned each + into a space, the text is still percent-encoded or has the name of its form field in front, it is in the URL alphabet, an e-mail broke its lines, or it was cut off. | Send the text alone, as it was before any encoding for a form, a URL or an e-mail; a JWS has no line breaks. Compare its length on both sides.
        evidence.empty | The JSON body has no evidence in it. | It is an empty page of a history, or its evidence is in a member that Apple doesn't use. | Leave empty pages out, and put evidence from elsewhere into a member named `evidence`.
        file.unreadable | The file can't be read. | It doesn't exist, or your user may not read it. | Check the path and the permissions.

        # Limits
        limit.input | The input is larger than the policy's limits allow. | It isn't a receipt, or the policy lowers the limit too far. | If your policy lowers `maximumInputSize`, set a larger one.
        limit.elements | The receipt has more ASN.1 elements than the policy's limits allow. | It was made to keep the verifier busy, or the policy lowers the limit too far. | If your policy lowers `maximumElements`, set a larger one.
        limit.depth | The ASN.1 elements are nested more deeply than the policy's limits allow. | The receipt was made to exhaust the stack.
        limit.certificates | The receipt has more certificates than the policy's limits allow, or more than one that isn't used. | A forger added certificates. The App Store sends three.
        limit.certificateSize | A certificate is larger than the policy's limits allow, or one that isn't used is larger than 2 KiB. | A forger made it. Apple's certificates have less than 2 KiB.
        limit.attribute | An attribute is longer than the policy's limits allow. | A test authority issued the receipt, or the policy lowers the limit too far. | If your policy lowers `maximumAttributeLength`, set a larger one.
        limit.string | A text is longer than the policy's limits allow. | A test authority issued the receipt, or the policy lowers the limit too far. | If your policy lowers `maximumStringLength`, set a larger one.
        limit.purchases | The receipt has more purchases than the policy's limits allow. | A test authority issued the receipt, or the policy lowers the limit too far. | If your policy lowers `maximumPurchases`, set a larger one.
        limit.jws | The JWS or iOS 6 transaction receipt is larger than 1 MiB. | The App Store didn't issue it.
        limit.jwsHeader | The header of the JWS is larger than 32 KiB. | A forger replaced the certificates in `x5c`.
        limit.jsonDepth | JSON objects and arrays are nested more than 64 deep. | The JSON was made to exhaust the stack.
        limit.evidence | A list has more than 10,000 pieces of evidence. | The evidence of many customers was sent together. | Ask about one customer at a time.
        limit.jsonMembers | A JSON object has more than 1,000 members. | The JSON was made to keep the verifier busy.
        limit.pairs | A property list has more than 256 pairs. | The property list was made to keep the verifier busy.

        # The container of a receipt
        der.truncated | An ASN.1 element is longer than what contains it. | The receipt was cut off, for instance by a database column. | Compare its length with that of the file on the device.
        der.tag | The format requires another ASN.1 element at this place. | The bytes changed on the way, or aren't a receipt. | Fetch the receipt again, and send it unchanged.
        der.length | An ASN.1 length isn't in the form that DER prescribes. | A program decoded the bytes as text and encoded them again, or another program encoded the receipt anew. | Read the receipt as bytes, and send it in base64.
        der.trailing | Bytes are left over behind an element or behind the receipt. | A line break or a second receipt follows, or a forger added bytes. | Send the receipt alone.
        der.integer | An ASN.1 integer is empty, padded, or longer than eight bytes. | The bytes changed on the way. | Fetch the receipt again, and send it unchanged.
        der.value | An ASN.1 value has a form that its type doesn't allow. | The bytes changed on the way. | Fetch the receipt again, and send it unchanged.
        container.contentType | The PKCS #7 container doesn't hold signed data. | It is another PKCS #7 file, such as a list of certificates. | Send the app receipt.
        container.version | The container or its signer has another version than 1. | Another program than the App Store made the container. | Send the app receipt as the App Store issued it.
        container.noContent | The container has a signature without the content that it signs. | Another program made a detached signature. | Send the app receipt as the App Store issued it.
        container.noSigner | The container has no signer. | It is a list of certificates, or a forger removed the signature. | Send the app receipt as the App Store issued it.
        container.severalSigners | The container has more than one signer. | A forger added a signature.
        container.signedAttributes | The signer has signed attributes, which App Store receipts never have. | Another program signed it, such as `openssl cms`. | In tests, issue receipts with ReceiptKitTesting or `receipt issue`.
        container.unsignedAttributes | The signer has unsigned attributes, which App Store receipts never have. | A forger added them to the receipt.
        container.crls | The container has revocation lists, which App Store receipts never have. | A forger added them to the receipt.
        container.certificateChoice | The certificate set has something other than X.509 certificates. | A forger added it to the receipt.
        container.signerIdentifier | The container names its signer by key, not by issuer and serial number. | Another program signed it. | In tests, issue receipts with ReceiptKitTesting or `receipt issue`.
        container.digestAlgorithms | The container doesn't list exactly the signer's digest algorithm. | Another program signed it. | In tests, issue receipts with ReceiptKitTesting or `receipt issue`.
        transactionReceipt.version | The signature of the iOS 6 transaction receipt isn't of version 2, 3 or 4. | The bytes changed on the way. | Send the bytes of transactionReceipt unchanged.

        # JWS, JSON and property lists
        jws.format | The text isn't a JWS in compact form: three parts of base64url with points between them. | It was cut off, or quotation marks were left in it. | Send the text of jwsRepresentation or signedPayload alone.
        jws.algorithm | The JWS isn't signed with ES256. | It is another service's, or a forger made it. | Send what StoreKit 2 or the App Store signed.
        jws.header | The header of the JWS has crit, b64 or zip, which change what the signature means. | A forger made it.
        jws.certificates | The x5c of the JWS isn't the list of certificates that the App Store sends. | It is Xcode's, which has one certificate, or another service's. | For a JWS from Xcode, trust Xcode's certificate: `--xcode-certificate`.
        jws.signature | The signature of the JWS doesn't have 64 bytes. | It was cut off, or another program wrote it in DER. | Compare its length on both sides.
        json.syntax | The text isn't JSON in UTF-8 (RFC 8259). | It was cut off, quotation marks in it were escaped once too often, or evidence was sent where JSON is expected. | Compare its length on both sides. Where JSON is expected, send evidence as a member of it.
        json.shape | The JSON has a value of another kind than evidence has there. | A receipt was sent as an array of numbers, or a list where one text is expected. | Send what the message expects; a JWS and a receipt in base64 are texts.
        json.repeatedMember | A name stands twice in one JSON object, so that two readers could disagree. | A forger made it.
        propertyList.syntax | The text isn't a property list of the form that iOS 6 transaction receipts have. | It was cut off, or it is another property list. | Send the bytes of transactionReceipt unchanged.
        propertyList.repeatedKey | A key stands twice in the property list, so that two readers could disagree. | A forger made it.
        payload.kind | The signed payload is of another kind than expected. | A notification was verified as a transaction, or the reverse. | Use the method for its kind, or the one that verifies any evidence, `verify(evidence:at:)`.
        payload.realtimeRequest | The payload is a realtime request of Retention Messaging, which is evidence of no purchase. | The request's signedPayload was verified as a notification. | A server verifies it with `verify(realtimeRequest:at:)`; `receipt inspect` shows what it says.
        payload.missing | A required member of the signed payload is missing or null. | Apple signed it between October 2021 and mid-2022, when `environment` and a notification's `signedDate` were left out, or, rarely, left out `bundleId`. | Fetch the transaction again from the App Store Server API, which signs it anew.
        payload.malformed | A member of the signed payload has another type or range than it must have. | Apple's answer had an empty `bundleId`, which is rare, or a test wrote the member. | Fetch the transaction again from the App Store Server API, which signs it anew.

        # The signer and its certificates
        signer.certificateMissing | No certificate in the receipt has the issuer and serial number of its signer. | A forger removed or replaced certificates.
        signer.certificateAmbiguous | Several certificates have the issuer and serial number of the signer. | A forger added certificates.
        algorithm.unsupported | The receipt isn't signed with RSA and SHA-1 or SHA-256. | Another program signed it. | In tests, sign with RSA and SHA-256.
        algorithm.sha1 | The receipt or a certificate is signed with SHA-1, which the policy doesn't accept for the receipt's date. | The policy rejects SHA-1, and the receipt is an old one, or the receipt claims a date after SHA-1 ended on 2025-01-24. | In the app, refresh the receipt.
        chain.issuerMissing | The intermediate certificate, which issued the signer certificate, is missing. | A forger removed it, or the policy lacks the intermediate of an iOS 6 transaction receipt. | For an iOS 6 transaction receipt, give the policy the intermediate: `--intermediate`.
        chain.issuerAmbiguous | Several certificates have the name of the issuer of the signer certificate. | A forger added certificates.
        chain.certificateMalformed | A certificate of the chain can't be read. | A forger made it.
        chain.untrustedRoot | The certificate chain doesn't lead to a root that the policy trusts. | A test authority or Xcode signed the evidence, or a forger made it. | If a test authority signed it, trust its root: `--trust-root`. If Xcode did, trust its certificate: `--xcode-certificate`.
        chain.distrusted | The policy distrusts the key of a certificate in the chain. | The policy's `distrustedKeys`, or a `--distrusted-key`, is its hash. | Compare the hashes with the keySHA256 that `receipt inspect` shows.
        chain.notXcodeCertificate | The policy trusts Xcode's certificates, and another one signed the evidence. | Each Mac has a certificate of its own. | In the Xcode that signed, choose Editor > Save Public Certificate, and trust that: `--xcode-certificate`.
        chain.version | A certificate of the chain isn't of X.509 version 3. | Another authority issued it. | In tests, issue certificates of version 3.
        chain.serialNumber | A serial number isn't positive, or has more than 20 bytes (RFC 5280 section 4.1.2.2). | Another authority issued it. | In tests, use a positive serial number of at most 20 bytes.
        chain.algorithm | A certificate of the chain is signed with an algorithm that isn't accepted. | Another authority issued it. | In tests, sign certificates with RSA for receipts and with ECDSA for JWS.
        chain.notReceiptSigner | The signer certificate lacks Apple's extension for signing receipts and JWS. | A developer certificate signed it: it leads to the same root. | In tests, put the extension into the certificate.
        chain.notReceiptIssuer | The intermediate certificate lacks Apple's extension for issuing such signers. | Another of Apple's intermediate certificates issued the signer certificate. | In tests, put the extension into the certificate.
        chain.notYetValid | A certificate wasn't valid yet when the evidence was signed. | The evidence claims an earlier date, or a test authority's certificates are later. | In tests, date certificates before the evidence.
        chain.expired | A certificate had expired when the evidence was signed. | The evidence claims a later date, or a test authority's certificates have expired. | In tests, date the evidence within the certificates' validity.
        chain.criticalExtension | A certificate has a critical extension that the verifier doesn't know. | Another authority issued it.
        chain.nameConstraints | A certificate has name constraints, which Apple's never have. | Another authority issued it.
        chain.notCertificateAuthority | An issuer in the chain isn't marked as a certificate authority. | A forger issued a certificate with a key that may issue none. | In tests, give issuers a critical basicConstraints with CA:TRUE.
        chain.signerIsAuthority | The signer certificate is marked as a certificate authority. | Another authority issued it. | In tests, leave CA:TRUE out of the signer certificate.
        chain.pathLength | More certificates follow an issuer than its path length allows. | A forger issued a certificate with a key that may not issue it.
        chain.keyUsage | The keyUsage of a certificate doesn't allow what its key is used for. | Another authority issued it. | In tests, give issuers keyCertSign and signers digitalSignature.
        chain.keyIdentifier | The signer certificate names another key as its issuer's than the intermediate certificate has. | Certificates of two chains were mixed. | In tests, issue both certificates anew.
        chain.key | The key of a certificate isn't of a kind and size that Apple uses. | Another authority issued it. | In tests, use RSA of 2048 to 4096 bits for receipts, and P-256 or P-384 for JWS.
        chain.signature | The key of the intermediate certificate didn't sign the signer certificate. | A forger made the certificate.
        signature.invalid | The signature doesn't match the content. | The content changed on the way, or a forger made it. | If it is your customer's, fetch it again, and send it unchanged.

        # The attributes of a receipt
        attribute.missing | A required attribute of the receipt or of a purchase is missing. | Apple's answer lacked it, which is rare, or a test left it out. | In the app, refresh the receipt.
        attribute.repeated | An attribute that has one value comes twice. | A test wrote it twice. | In tests, write the attribute once.
        attribute.empty | A required attribute is an empty text. | Apple's answer lacked it, which is rare, or a test left it empty. | In the app, refresh the receipt.
        attribute.string | A text isn't UTF-8, or has control characters. | A test wrote other bytes. | In tests, write printable text.
        attribute.date | A text isn't a date of RFC 3339, or the date doesn't exist. | A test wrote another form. | In tests, write YYYY-MM-DDThh:mm:ssZ.
        attribute.number | A number is out of the range of its attribute. | A test wrote it, for instance a quantity of 0. | In tests, write a number that the attribute can have.
        attribute.value | The device hash doesn't have 20 bytes. | A test wrote it. | In tests, write a SHA-1 hash.

        # What the policy demands
        environment.unsigned | An iOS 6 transaction receipt doesn't sign its environment, and the policy doesn't accept that. | An old app sends them. | To accept them: `--accept-transaction-receipts`.
        environment.mismatch | The evidence is from an environment that the policy doesn't accept. | TestFlight and App Review buy in the sandbox. | A server for customers rejects it. One that also answers testers accepts both: `--environment production --environment sandbox`.
        environment.contradicted | The iOS 6 transaction receipt claims production, and has a transaction identifier of the sandbox. | A forger changed the environment, which isn't signed.
        bundleIdentifier.mismatch | The evidence is for another app. | The policy's bundle identifier is misspelt, or the evidence is for another of your apps. | Compare the policy's bundle identifier with the app's, byte for byte.
        appAppleID.missing | The evidence names its app by appAppleId alone, and the policy has none to compare. | Realtime requests don't name a bundle identifier. | Give the policy the app's Apple ID, from App Store Connect: `appAppleID`.
        appAppleID.mismatch | The evidence is for another app in the App Store, or doesn't name one in production. | The policy's appAppleID is another app's, or a team's. | Take the Apple ID from App Information in App Store Connect: `--app-apple-id`.
        appVersion.mismatch | The evidence is for another version of the app. | The app was updated, and its receipt wasn't. | In the app, refresh the receipt. On a server, leave the version out of the policy.
        appVersion.unanswered | The policy demands an app version, which this kind of evidence doesn't have. | StoreKit 2's transactions don't name it. | Leave the version out of the policy.
        date.future | The evidence was signed after the time of verification. | The machine's clock is slow, or the time that was given isn't now. | Set the clock, and verify as of now; `asOf` asks the ledger about another date. For a small difference, use the policy's `clockTolerance`.
        date.tooOld | The evidence was signed longer ago than the policy's maximum age. | The app sent evidence that it had stored. | In the app, fetch the evidence again.
        maximumAge.unanswered | The policy demands a maximum age, and an iOS 6 transaction receipt doesn't say when it was signed. | An old app sends them. | Verify them with a policy without `maximumAge`.
        date.expired | The receipt itself has expired. | It is of a volume purchase that ended.
        device.identifierMissing | The policy demands a device, and has no identifier that this kind of evidence can be compared with. | The policy has identifierForVendor, and the evidence is a JWS, or the reverse. | Name both: `--device` for receipts and `--device-verification-id` for JWS. On a server, leave the device unchecked.
        device.mismatch | The evidence is for another device. | It was copied from another device, or identifierForVendor changed when the app was reinstalled. | In the app, fetch the evidence again. On a server, leave the device unchecked.
        device.verificationMissing | The evidence doesn't say which device it is for. | The App Store Server API returned it. | Don't check the device for these: `--any-device`.

        # Several pieces of evidence
        renewalInfo.unbound | A renewal info names no app, so it can't be verified alone. | It was sent without its transaction. | Verify it with its transaction, in the JSON body that has both.
        evidence.disagreement | JWS that came together don't belong together. | A transaction was paired with another subscription's renewal info. | Pair them as the App Store Server API returns them.
        ledger.bundleIdentifier | The evidence is for two apps. | Purchases in several apps were joined. | Make one ledger for each app.
        ledger.environment | The evidence is from two environments. | A tester's purchases in the sandbox were joined with those in production. | Send each environment's evidence by itself; in Swift, use `PurchaseLedger.ledgers(merging:)`.
        ledger.trustAnchor | The evidence was verified with two different trust stores. | A policy for tests and one for production were mixed. | Verify all evidence of a ledger with one policy.
        ledger.noEvidence | There is no evidence to make a ledger of. | All pages of the history are empty. | Treat the customer as one without purchases.

        # Lines of a batch
        line.empty | The line is empty. | The file has empty lines. | Remove them, or ignore their answers.
        line.tooLong | The line is longer than any evidence can be. | Line breaks between the records are missing. | Write each record on one line.
        line.invalidJSON | The line isn't a JSON object. | It was cut off, or the file is one JSON array. | Write one JSON object on each line: `jq -c '.[]'`.
        line.repeatedMember | A member comes twice in the line's object. | Two exports were joined. | Write each member once.
        line.tooManyMembers | An object of the line has more than 1,000 members. | The line isn't a record. | Write `id`, `key` and `evidence` alone.
        line.missingReceipt | The line's object has neither `evidence` nor `receipt`, and isn't one of Apple's JSON bodies. | The member has another name. | Name it `evidence`.
        line.receiptNotText | The line's `receipt` isn't a text. | The column was exported as null or as a number. | Write it as base64.
        line.evidenceNotText | The line's `evidence` is of a type that can't hold evidence. | The column was exported as null or as a number. | Write it as a text or as one of Apple's JSON bodies.
        line.ambiguous | The line has evidence in more than one member. | Several columns were exported. | Set all but one of them to null.
        line.invalidID | The line's `id` is neither a text nor a number. | The column was exported as an object. | Write it as a text.
        line.missingKey | The line has no `key`, or one that isn't a text. | Lines are merged by key, and the column is missing. | Write the customer's identifier as `key`.
        line.keyOrder | The lines aren't sorted by `key`. | They were sorted by number or in a language's order. | Add `--sort-keys`, which holds all evidence in memory, or sort the lines by the bytes of their keys.

        # Requests for `receipt-server`
        request.unknownMember | A request with `evidence` has a member that its route doesn't know. | The member is misspelt, or is another route's. | Use the members that the message names.
        request.invalidMember | A member of a request has a value that it can't have. | A date was written in another form. | Write the member as the message says.

        # Making a policy
        trustAnchor.malformed | A certificate to trust isn't an X.509 certificate. | The file is a private key, a certificate request or a PKCS #12 file. | Export the certificate in DER or PEM.
        trustAnchor.key | The key of a certificate to trust isn't of an accepted kind and size. | It is RSA of less than 2048 bits, or on another curve. | Use RSA of 2048 to 4096 bits, P-256 or P-384.
        trustAnchor.missing | No certificate was given to trust. | The list of certificates is empty. | Trust Apple's roots, or give a certificate.
        policy.bundleIdentifierMissing | The policy names no app, so it would reject everything. | A setting is missing. | Give at least one bundle identifier.
        policy.environmentMissing | The policy accepts no environment, so it would reject everything. | A setting is missing. | Give at least one environment.
        policy.environmentNotXcode | The policy trusts Xcode's certificates for an environment that Xcode doesn't sign. | The production or sandbox environment was named too. | Use one policy for Xcode and another for the App Store.

        # Calling the C library
        policy.missingMember | A policy in JSON lacks a member that has no default. | The member `bundleIDs` or `device` was left out, or is null. | Name the apps and the device; on a server, `device` is `unchecked`.
        policy.unknownMember | A policy in JSON has a member that doesn't exist. | Its name is misspelt. | Use one of the members that the message lists.
        policy.invalidMember | A member of a policy in JSON has a value that it can't have. | A number was written as text, or one text where a list is expected. | Write the value as the message says.
        policy.contradiction | Two members of a policy in JSON contradict each other. | Xcode's certificates were added to a policy for the App Store. | Make one verifier for Xcode and another for the App Store.
        call.noVerifier | The call has no verifier: it is NULL. | Making the verifier failed, and its error was ignored. | Read the error that making the verifier gave.
        call.nullPointer | The input is NULL, and its size isn't 0. | The buffer was never filled. | Pass the bytes, or size 0.
        call.tooLarge | The input is larger than a call accepts: 64 MiB, or 1 MiB for a policy. | A length of -1 was passed as unsigned. | Pass the number of bytes; the evidence of one customer fits.
        call.date | The time of the call is outside the years 1 to 9999. | It is in microseconds or nanoseconds. | Pass milliseconds since 1970.

        # Answers of `receipt-server`
        route.unknown | The server has no such route. | The path is misspelt. | Compare the path with the server's documentation.
        method.notAllowed | The route takes another method. | The client sent GET where POST is expected, or the reverse. | Use the method that the Allow header names.
        head.malformed | The request's head isn't HTTP/1.1. | The client sent something else, such as TLS, or HTTP/2. | Send HTTP/1.1.
        head.host | The request's `Host` is missing, repeated or invalid. | The client wrote the request by hand, or sent a URL where a host is expected. | Send one `Host`, as RFC 9112 (section 3.2) says.
        head.transferEncoding | The request body has a transfer coding other than chunked. | The client compressed the request body for the transfer. | Send the request body with Content-Length, or chunked.
        head.tooLarge | The request's head is larger than 80 KiB, or has more than 1,000 fields. | The client sent cookies or evidence in the head. | Send the evidence as the request body.
        head.tooSlow | The request's head didn't arrive in time. | The client or the network is slow. | Send the request again, or raise the server's `--head-timeout`.
        body.tooLarge | The request's body is larger than the server accepts. | It isn't evidence, or the server's limit is too low. | If it is genuine, raise the server's `--max-body`.
        answer.tooLarge | The answer is larger than the server may hold. | Thousands of purchases, or evidence made to be long. | Raise the server's `--max-in-flight`.
        inspection.tooLong | What the evidence contains is longer than the server shows, or is more than 1,000 pieces. | Thousands of purchases, or evidence made to be long. | Use `receipt inspect`, which has no such limit.
        body.tooSlow | The request's body didn't arrive in time. | The client or the network is slow. | Send the request again, or raise the server's `--body-timeout`.
        body.incomplete | The request's body ended too early. | The connection broke. | Send the request again.
        server.memory | The server holds as many bytes of request bodies and answers as it may. | More requests arrive than the server can answer, or clients don't read their answers. | Send the request again after the time in Retry-After, or raise the server's `--max-in-flight`.
        server.queue | As many large request bodies are waiting as the server allows. | More large requests arrive than the server can verify. | Send the request again after the time in Retry-After.
        """
}
