#if os(Linux)
  import Testing

  @testable import InboxSystem

  @Suite struct MountTableTests {
    private let table = MountTable(
      text: """
        24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        30 24 0:50 / /home rw,nosuid shared:9 master:2 - nfs4 server:/home rw,vers=4.2
        31 24 0:51 / /mnt rw - fuse.sshfs me@host:/ rw
        32 24 0:52 / /win rw - fuseblk /dev/sdb1 rw
        """)

    @Test(arguments: [("8:1", nil), ("0:50", "nfs4"), ("0:51", "fuse.sshfs"), ("0:52", nil)])
    func `shared kinds have a name, local ones none`(device: String, kind: String?) {
      #expect(table.networkFileSystem(onDevice: device) == kind)
    }

    @Test func `an unknown device and a missing table are local`() {
      #expect(table.networkFileSystem(onDevice: "9:9") == nil)
      #expect(MountTable(text: "").networkFileSystem(onDevice: "8:1") == nil)
    }

    @Test func `the kernel's own file system is not on the network`() {
      #expect(MountTable.current.networkFileSystem(at: "/proc") == nil)
      #expect(MountTable.current.networkFileSystem(at: "/no/such/path") == nil)
    }
  }
#endif
