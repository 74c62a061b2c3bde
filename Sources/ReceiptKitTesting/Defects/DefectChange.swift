/// Evidence under construction. Defects change its layers in the order in which the layers are created.
protocol DefectDraft {
    associatedtype Layer: Equatable & Sendable
}

/// The change that a defect makes to one layer. Most defects change one layer.
struct DefectChange<Draft: DefectDraft>: Sendable {
    let layer: Draft.Layer
    /// Makes the change. Throws ``NothingToSpoil`` if the part to change is missing.
    let apply: @Sendable (inout Draft) throws -> Void

    init(_ layer: Draft.Layer, _ apply: @escaping @Sendable (inout Draft) throws -> Void) {
        self.layer = layer
        self.apply = apply
    }
}

struct NothingToSpoil: Error {}

/// A defect with its changes.
protocol DefectDefinition: TestDefect {
    associatedtype Draft: DefectDraft
    var changes: [DefectChange<Draft>] { get }
}

extension DefectDraft {
    mutating func spoil<Defect: DefectDefinition>(_ defects: [Defect], _ layer: Layer) throws(TestKitError)
    where Defect.Draft == Self {
        for defect in defects {
            for change in defect.changes where change.layer == layer {
                do { try change.apply(&self) } catch let error as TestKitError { throw error } catch {
                    throw .defectNotApplicable(defect.name)
                }
            }
        }
    }
}

extension TestChain {
    mutating func editIntermediate(_ change: (inout TestCertificate) throws -> Void) throws {
        guard var certificate = intermediate else { throw NothingToSpoil() }
        try change(&certificate)
        intermediate = certificate
    }

    /// Changes the signer certificate. Throws if the certificate is self-signed, because it has no chain then.
    mutating func editSigner(_ change: (inout TestCertificate) throws -> Void) throws {
        guard intermediate != nil else { throw NothingToSpoil() }
        try change(&signer)
    }

    /// Signs with a developer's certificate from the same intermediate.
    mutating func signAsDeveloper(_ key: TestKey) throws {
        guard let intermediate else { throw NothingToSpoil() }
        signer = .developer(issuedBy: intermediate, key: key)
    }

    /// Returns the chain unchanged, or with another key if the only certificate is self-signed.
    func resigned(_ key: TestKey) -> TestChain {
        var chain = self
        chain.signer.key = key
        chain.signer.issuerKey = key
        return chain
    }
}

extension TestCertificate {
    /// Makes the subject its own issuer.
    mutating func makeSelfSigned() {
        issuer = subject
        issuerKey = key
        extensions.set(.authorityKeyIdentifier(key.keyIdentifier))
    }
}
