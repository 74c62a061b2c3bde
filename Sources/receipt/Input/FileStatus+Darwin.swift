#if canImport(Darwin)
    import ReceiptEssentials

    /// What the file system says of a file. Asked for by Foundation, because names are always UTF-8 on Apple's systems.
    struct FileStatus {
        let kind: FileKind
        let identity: FileIdentity
        let permissions: mode_t
        private let owner: [FileAttributeKey: Any]

        /// Of what the path leads to. Nil if it leads to nothing, or the system doesn't permit looking.
        init?(_ path: FileName) {
            self.init(link: path)
            guard kind == .link else { return }
            guard let path = path.realPath else { return nil }
            self.init(link: path)
        }

        /// The same of a link itself.
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
                owner = attributes.filter { [.ownerAccountID, .groupOwnerAccountID].contains($0.key) }
            } catch {
                return nil
            }
        }

        init?(descriptor: Int32) { self.init(Self.path(of: descriptor)) }

        /// Gives an open file the same owner and group, where the system lets this user.
        func giveOwner(to descriptor: Int32) {
            do {
                try FileManager.default.setAttributes(owner, ofItemAtPath: Self.path(of: descriptor).description)
            } catch {}
        }

        /// Leads to the open file itself, whatever has its name by now.
        private static func path(of descriptor: Int32) -> FileName { FileName("/dev/fd/\(descriptor)") }

        /// The number of a device may be negative.
        private static func number(_ value: Any?) -> UInt64? {
            value as? UInt64 ?? (value as? Int64).map { UInt64(bitPattern: $0) }
        }
    }

    extension FileName {
        /// Where a link leads, or nil if this is none.
        var linkTarget: FileName? {
            do {
                return FileName(try FileManager.default.destinationOfSymbolicLink(atPath: description))
            } catch {
                return nil
            }
        }

        /// The names of all that is in a folder, in no order, or nil if it can't be read.
        var entries: [FileName]? {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: description).map { FileName($0) }
            } catch {
                return nil
            }
        }
    }
#endif
