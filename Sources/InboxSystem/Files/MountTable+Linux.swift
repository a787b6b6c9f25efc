#if os(Linux)
  import CInboxSystem
  import Foundation

  /// The mounted file systems and their types.
  package struct MountTable {
    private let text: String

    /// Wraps the text of `/proc/self/mountinfo`.
    package init(text: String) {
      self.text = text
    }

    /// The mounts of this process; empty if the kernel does not list them.
    package static var current: MountTable {
      MountTable(text: (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "")
    }

    /// The type of the network file system that `path` is on, nil on a local one.
    package func networkFileSystem(at path: String) -> String? {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      let device = UInt64(information.st_dev)
      return networkFileSystem(onDevice: "\(Self.major(device)):\(Self.minor(device))")
    }

    /// The type of the network file system with that `major:minor` number, nil when it is local.
    package func networkFileSystem(onDevice device: String) -> String? {
      for line in text.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 2, fields[2] == device,
          let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
        else { continue }
        let kind = String(fields[dash + 1])
        return Self.isShared(kind) ? kind : nil
      }
      return nil
    }

    /// Types whose files other machines may write without an event in this kernel.
    private static let shared: Set<String> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "ncpfs", "lustre",
      "gfs2", "ocfs2", "vboxsf", "prl_fs", "virtiofs", "fuse",
    ]

    private static func isShared(_ kind: String) -> Bool {
      shared.contains(kind) || kind.hasPrefix("fuse.")
    }

    private static func major(_ device: UInt64) -> UInt64 {
      (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000
    }

    private static func minor(_ device: UInt64) -> UInt64 {
      device & 0xFF | (device >> 12) & 0xFFFF_FF00
    }
  }
#endif
