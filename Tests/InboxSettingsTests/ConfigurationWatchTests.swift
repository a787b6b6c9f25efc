#if os(Linux)
  import Foundation
  import InboxSettings
  import InboxTestSupport
  import Synchronization
  import Testing

  @Suite struct ConfigurationWatchTests {
    /// Counts reports.
    ///
    /// State: the number. Guard: the mutex, because the thread of the watch counts and a test reads.
    private final class Reports: Sendable {
      private let state = Mutex(0)

      var count: Int { state.withLock { $0 } }

      func add() { state.withLock { $0 += 1 } }
    }

    /// Replaces a file as an editor does, which is one event.
    private func save(_ path: String) throws {
      try Data("a".utf8).write(to: URL(filePath: path + ".new"))
      #expect(rename(path + ".new", path) == 0)
    }

    @Test func `saves of the files that are watched now are reported`() throws {
      let folder = try TemporaryFolder()
      let (first, second) = (folder.path + "/first", folder.path + "/second")
      let reports = Reports()
      let watch = try #require(ConfigurationWatch(paths: [first]) { reports.add() })
      defer { watch.end() }
      try save(first)
      #expect(eventually { reports.count > 0 })
      let before = reports.count
      watch.watch([second])
      try save(second)
      #expect(eventually { reports.count > before })
    }

    @Test func `other files can be watched at and after the end, which waits for nothing`() throws {
      let folder = try TemporaryFolder()
      for _ in 0..<20 {
        let watch = try #require(ConfigurationWatch(paths: [folder.path + "/a"]) {})
        DispatchQueue.concurrentPerform(iterations: 4) { index in
          if index == 0 { watch.end() } else { watch.watch([folder.path + "/\(index)"]) }
        }
        watch.watch([folder.path + "/b"])
        watch.end()
      }
    }
  }
#endif
