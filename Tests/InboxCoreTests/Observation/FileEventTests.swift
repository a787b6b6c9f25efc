#if os(Linux)
  import Foundation
  import InboxSystem
  import InboxTestSupport
  import Testing

  @testable import InboxCore

  @Suite struct FileEventTests {
    private let folder = TemporaryFolder.empty()
    private let watch: InotifyWatch

    init() throws {
      for name in ["inbox.bell", "inbox.sqlite", "inbox.sqlite-wal"] {
        try Data("a".utf8).write(to: URL(filePath: folder.path + "/" + name))
      }
      watch = try InotifyWatch(
        databasePath: folder.path + "/inbox.sqlite", bellName: FileBell.fileName)
    }

    @Test func `nothing happens while nothing happens`() {
      #expect(watch.drain() == .nothing)
      #expect(watch.interval == nil)
      #expect(watch.kind == .inotify)
    }

    @Test func `a byte in the bell is a ring`() throws {
      try append(to: "inbox.bell")
      #expect(watch.drain() == .rung)
      #expect(watch.drain() == .nothing)
    }

    @Test func `the bell may be made later`() throws {
      try remove("inbox.bell")
      _ = watch.drain()
      try Data("a".utf8).write(to: URL(filePath: folder.path + "/inbox.bell"))
      #expect(watch.drain() == .rung)
    }

    @Test func `a byte in the write-ahead log is a writer at work`() throws {
      try append(to: "inbox.sqlite-wal")
      try append(to: "inbox.bell")
      #expect(watch.drain() == .writing)
    }

    @Test func `a commit that writes many times wakes once, and the next one again`() throws {
      let log = try handle("inbox.sqlite-wal")
      try log.write(contentsOf: Data("a".utf8))
      #expect(watch.drain() == .writing)
      try log.write(contentsOf: Data("a".utf8))
      #expect(!isReadable(watch.fileDescriptor))
      try append(to: "inbox.bell")
      #expect(watch.drain() == .rung)
      try log.write(contentsOf: Data("a".utf8))
      #expect(watch.drain() == .writing)
      // Without a bell, the next look listens again.
      #expect(watch.drain() == .nothing)
      try log.write(contentsOf: Data("a".utf8))
      #expect(watch.drain() == .writing)
    }

    @Test func `the write-ahead log may come and go`() throws {
      try remove("inbox.sqlite-wal")
      _ = watch.drain()
      try Data("a".utf8).write(to: URL(filePath: folder.path + "/inbox.sqlite-wal"))
      #expect(watch.drain() == .writing)
    }

    @Test func `a log that was moved aside is left for the one in its place`() throws {
      let path = folder.path + "/inbox.sqlite-wal"
      #expect(rename(path, folder.path + "/old") == 0)
      #expect(watch.drain() == .cut)
      try Data("a".utf8).write(to: URL(filePath: path))
      #expect(watch.drain() == .writing)
      _ = watch.drain()
      try append(to: "inbox.sqlite-wal")
      #expect(watch.drain() == .writing)
    }

    @Test func `a removed bell is heard until there is another`() throws {
      let old = try handle("inbox.bell")
      try remove("inbox.bell")
      #expect(watch.drain() == .rung)
      try old.write(contentsOf: Data("a".utf8))
      #expect(watch.drain() == .rung)
      try Data("a".utf8).write(to: URL(filePath: folder.path + "/inbox.bell"))
      #expect(watch.drain() == .rung)
      try append(to: "inbox.bell")
      #expect(watch.drain() == .rung)
      #expect(watch.drain() == .nothing)
    }

    @Test func `a checkpoint and other files are nothing`() throws {
      try append(to: "inbox.sqlite")
      try Data("a".utf8).write(to: URL(filePath: folder.path + "/inbox.sqlite-shm"))
      try Data("a".utf8).write(to: URL(filePath: folder.path + "/inbox.bell2"))
      #expect(watch.drain() == .nothing)
    }

    @Test func `opening, reading and closing wake nobody`() throws {
      for name in ["inbox.bell", "inbox.sqlite", "inbox.sqlite-wal"] {
        let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/" + name))
        _ = try file.readToEnd()
        try file.close()
      }
      #expect(!isReadable(watch.fileDescriptor))
    }

    @Test func `a removed database is a replaced one`() throws {
      try remove("inbox.sqlite")
      #expect(watch.drain() == .replaced)
    }

    @Test func `a database moved into place is a replaced one`() throws {
      try Data("b".utf8).write(to: URL(filePath: folder.path + "/other"))
      #expect(rename(folder.path + "/other", folder.path + "/inbox.sqlite") == 0)
      #expect(watch.drain() == .replaced)
    }

    @Test func `a folder that went and came back is watched again`() throws {
      let away = folder.path + "-away"
      #expect(rename(folder.path, away) == 0)
      #expect(watch.drain() == .replaced)
      #expect(watch.interval != nil)
      #expect(watch.drain() == .nothing)

      #expect(rename(away, folder.path) == 0)
      #expect(watch.drain() == .replaced)
      #expect(watch.interval == nil)
      try append(to: "inbox.bell")
      #expect(watch.drain() == .rung)
    }

    @Test func `more events than the system keeps are lost events`() throws {
      let limit = try String(
        contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
      // Equal events in a row are one, so a name comes and goes.
      for _ in 0...(count / 2) {
        #expect(mkdir(folder.path + "/other", 0o700) == 0)
        #expect(rmdir(folder.path + "/other") == 0)
      }
      #expect(watch.drain() == .lost)
      #expect(watch.drain() == .nothing)
      try append(to: "inbox.bell")
      #expect(watch.drain() == .rung)
      try append(to: "inbox.sqlite-wal")
      #expect(watch.drain() == .writing)
    }

    @Test func `a folder that is not there is looked for, and found`() throws {
      let path = folder.path + "/none"
      let watch = try InotifyWatch(databasePath: path + "/inbox.sqlite", bellName: "inbox.bell")
      #expect(watch.interval == PollingWatch.standardInterval)
      #expect(watch.drain() == .nothing)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(watch.drain() == .replaced)
      #expect(watch.interval == nil)
    }

    private func handle(_ name: String) throws -> FileHandle {
      let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/" + name))
      try handle.seekToEnd()
      return handle
    }

    private func append(to name: String) throws {
      try handle(name).write(contentsOf: Data("a".utf8))
    }

    private func remove(_ name: String) throws {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
  }
#endif
