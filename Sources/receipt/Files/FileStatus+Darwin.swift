#if canImport(Darwin)
    import ReceiptEssentials

    /// A file's attributes. Uses Foundation, because names are always UTF-8 on Apple's systems.
    struct FileStatus {
        let kind: FileKind
        let identity: FileIdentity
        let permissions: mode_t

        /// Follows links. Returns nil if nothing is there or the system denies access.
        init?(_ path: FileName) {
            self.init(link: path)
            guard kind == .link else { return }
            guard let path = path.realPath else { return nil }
            self.init(link: path)
        }

        /// Returns the attributes of a link itself.
        init?(link path: FileName) {
            do {
                let attributes = try FileManager.default.attributesOfItem(atPath: path.description)
                guard let device = Self.number(attributes[.systemNumber]),
                    let inode = Self.number(attributes[.systemFileNumber]),
                    let permissions = Self.number(attributes[.posixPermissions])
                else { return nil }
                kind =
                    switch attributes[.type] as? FileAttributeType {
                    case .typeRegular: .file
                    case .typeDirectory: .folder
                    case .typeSymbolicLink: .link
                    default: .other
                    }
                identity = FileIdentity(device: device, inode: inode)
                self.permissions = mode_t(truncatingIfNeeded: permissions)
            } catch {
                return nil
            }
        }

        init?(descriptor: Int32) { self.init(Self.path(of: descriptor)) }

        /// A path that leads to the open file itself, even if its name now belongs to another file.
        private static func path(of descriptor: Int32) -> FileName { FileName("/dev/fd/\(descriptor)") }

        /// Converts a device number, which may be negative.
        private static func number(_ value: Any?) -> UInt64? {
            value as? UInt64 ?? (value as? Int64).map { UInt64(bitPattern: $0) }
        }
    }

    extension FileName {
        /// The target of the link, or nil if this is not a link.
        var linkTarget: FileName? {
            do {
                return FileName(try FileManager.default.destinationOfSymbolicLink(atPath: description))
            } catch {
                return nil
            }
        }

        /// The names of all entries of the folder, in no order, or nil if it can't be read.
        var entries: [FileName]? {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: description).map { FileName($0) }
            } catch {
                return nil
            }
        }
    }
#endif
