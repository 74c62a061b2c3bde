// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of Foundation that the example uses and that the type checker's stand-ins for Apple's platforms lack. Linux has it.

#if canImport(Darwin)
    public import Foundation

    extension Bundle {
        public func url(forResource name: String?, withExtension ext: String?) -> URL? { nil }
    }

    extension URL {
        public func deletingLastPathComponent() -> URL { self }
    }

    extension FileManager {
        public enum SearchPathDirectory { case applicationSupportDirectory, cachesDirectory }
        public enum SearchPathDomainMask { case userDomainMask }

        public func urls(for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask) -> [URL] { [] }
        public func createDirectory(at url: URL, withIntermediateDirectories: Bool) throws {}
    }

    public class URLResponse {}
    public final class HTTPURLResponse: URLResponse {
        public var statusCode: Int { 0 }
    }

    public struct URLRequest: Sendable {
        public var httpMethod: String?
        public var httpBody: Data?

        public init(url: URL) {}
    }

    public final class URLSession: Sendable {
        public static let shared = URLSession()

        public func data(for request: URLRequest) async throws -> (Data, URLResponse) { (Data(), URLResponse()) }
    }
#endif
