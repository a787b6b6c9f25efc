#if os(Linux)
  import Foundation

  /// The kinds of file systems that are mounted, as the kernel lists them.
  struct MountTable {
    private let text: String

    /// Wraps the text of `/proc/self/mountinfo`.
    init(text: String) {
      self.text = text
    }

    /// The mounts that this process sees; empty where the kernel does not tell.
    static var current: MountTable {
      MountTable(text: (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "")
    }

    /// The kind of network file system that `path` lies on, nil on a local one.
    func networkFileSystem(at path: String) -> String? {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      let device = UInt64(information.st_dev)
      return networkFileSystem(onDevice: "\(Self.major(device)):\(Self.minor(device))")
    }

    /// The kind of network file system with that `major:minor` number, nil when it is local.
    func networkFileSystem(onDevice device: String) -> String? {
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

    /// On these other machines may write, of which this kernel hears nothing.
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
