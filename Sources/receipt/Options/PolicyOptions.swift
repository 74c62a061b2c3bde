import ArgumentParser
import ReceiptKit
import ReceiptReports

/// The demands on evidence: the options that `receipt` and `receipt-server` share, each created from its
/// ``PolicyDemand``.
///
/// The server compiles this file too, through a symbolic link. Each program has its own `FileName` and
/// `CertificateFile`.
struct PolicyOptions: ParsableArguments {
    @Option(.bundleIDs) var bundleIDs: [String] = []
    @Flag(.anyBundleID) var anyBundleID = false
    @Option(.devices) var devices: [String] = []
    @Option(.deviceVerificationIDs) var deviceVerificationIDs: [String] = []
    @Flag(.anyDevice) var anyDevice = false
    @Option(.environments) var environments: [EnvironmentOption] = []
    @Option(.appAppleID) var appAppleID: String?
    @Option(.appVersion) var appVersion: String?
    @Option(.maximumAge) var maximumAge: String?
    @Option(.clockTolerance) var clockTolerance: String?
    @Option(file: .trustRoots) var trustRoots: [FileName] = []
    @Option(file: .intermediates) var intermediates: [FileName] = []
    @Option(file: .xcodeCertificates) var xcodeCertificates: [FileName] = []
    @Option(.distrustedKeys) var distrustedKeys: [String] = []
    @Flag(.acceptTransactionReceipts) var acceptTransactionReceipts = false

    /// The options that name certificate files, with the files.
    var certificateFiles: [(demand: PolicyDemand, paths: [FileName])] {
        [(.trustRoots, trustRoots), (.intermediates, intermediates), (.xcodeCertificates, xcodeCertificates)]
            .filter { !$0.1.isEmpty }
    }

    func validate() throws { try PolicyDescription.Problem.asValidationError { try description { _ in [] }.check() } }

    /// Returns the policy description that the options state, and its policy.
    func policy() throws -> (description: PolicyDescription, policy: ReceiptPolicy) {
        try PolicyDescription.Problem.asValidationError {
            let description = try description(CertificateFile.read)
            return (description, try description.policy())
        }
    }

    private func description(_ certificate: (FileName) throws -> [UInt8]) throws -> PolicyDescription {
        var description = PolicyDescription()
        let values: [(PolicyDemand, [String])] = [
            (.bundleIDs, bundleIDs), (.devices, devices), (.deviceVerificationIDs, deviceVerificationIDs),
            (.environments, environments.map(\.environment.rawValue)), (.distrustedKeys, distrustedKeys),
            (.appAppleID, [appAppleID].compactMap(\.self)), (.appVersion, [appVersion].compactMap(\.self)),
            (.maximumAge, [maximumAge].compactMap(\.self)), (.clockTolerance, [clockTolerance].compactMap(\.self)),
        ]
        for (demand, values) in values where !values.isEmpty { try description.state(demand, values) }
        let checksNoDevice = anyDevice || Self.isOfManyDevices && devices.isEmpty && deviceVerificationIDs.isEmpty
        let flags: [(PolicyDemand, Bool)] = [
            (.anyBundleID, anyBundleID), (.anyDevice, checksNoDevice),
            (.acceptTransactionReceipts, acceptTransactionReceipts),
        ]
        for (demand, isOn) in flags where isOn { try description.state(demand) }
        for (demand, paths) in certificateFiles {
            try description.state(demand, certificates: try paths.map(certificate))
        }
        return description
    }
}

extension PolicyDescription.Problem {
    /// Runs a closure, and converts an invalid policy to an error that the argument parser prints.
    fileprivate static func asValidationError<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let problem as Self { throw ValidationError(problem.optionText) }
    }
}

extension PolicyDemand {
    fileprivate var argumentHelp: ArgumentHelp { ArgumentHelp("\(help)", valueName: valueName) }

    /// Checks one value of the option.
    @Sendable fileprivate func checked(_ value: String) throws -> String {
        try PolicyDescription.Problem.asValidationError {
            var description = PolicyDescription()
            try description.state(self, [value])
            return value
        }
    }
}

extension Option where Value == [String] {
    fileprivate init(wrappedValue: [String], _ demand: PolicyDemand) {
        self.init(
            wrappedValue: wrappedValue, name: .customLong(demand.option), parsing: .singleValue,
            help: demand.argumentHelp, transform: demand.checked)
    }
}

extension Option where Value == String? {
    fileprivate init(_ demand: PolicyDemand) {
        self.init(name: .customLong(demand.option), help: demand.argumentHelp, transform: demand.checked)
    }
}

extension Option where Value == [EnvironmentOption] {
    fileprivate init(wrappedValue: [EnvironmentOption], _ demand: PolicyDemand) {
        self.init(
            wrappedValue: wrappedValue, name: .customLong(demand.option), parsing: .singleValue,
            help: demand.argumentHelp)
    }
}

extension Option where Value == [FileName] {
    fileprivate init(wrappedValue: [FileName], file demand: PolicyDemand) {
        self.init(
            wrappedValue: wrappedValue, name: .customLong(demand.option), parsing: .singleValue,
            help: demand.argumentHelp, completion: .file())
    }
}

extension Flag where Value == Bool {
    fileprivate init(wrappedValue: Bool, _ demand: PolicyDemand) {
        self.init(wrappedValue: wrappedValue, name: .customLong(demand.option), help: demand.argumentHelp)
    }
}

/// The environment that an option names.
struct EnvironmentOption: ExpressibleByArgument {
    let environment: StoreEnvironment

    init(_ environment: StoreEnvironment) { self.environment = environment }

    init?(argument: String) {
        guard let row = PolicyDescription.environmentOptions.first(where: { $0.option == argument }) else { return nil }
        environment = row.environment
    }

    static var allValueStrings: [String] { PolicyDescription.environmentOptions.map(\.option) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    var defaultValueDescription: String {
        PolicyDescription.environmentOptions.first { $0.environment == environment }?.option ?? environment.rawValue
    }
}
