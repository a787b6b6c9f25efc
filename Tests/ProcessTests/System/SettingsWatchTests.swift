#if os(Linux)
  import Foundation
  import InboxSettings
  import InboxTestSupport
  import Testing

  /// Nothing runs beside these tests: a program that another test starts holds a file that is being
  /// written open for a moment, so that its end is reported late.
  @Suite struct SettingsWatchTests {
    let root: TemporaryFolder
    let files = FileManager.default
    let theme: String

    init() throws {
      root = try TemporaryFolder()
      theme = root.path + "/themes/mine.toml"
      try files.createDirectory(atPath: root.path + "/themes", withIntermediateDirectories: true)
      try save("name = 'a'", to: theme)
    }

    /// Writes into the file that is there, or makes it.
    private func save(_ text: String, to path: String) throws {
      let file = try #require(fopen(path, "w"))
      fputs(text, file)
      fclose(file)
    }

    private func rename(_ old: String, to new: String) { #expect(Foundation.rename(old, new) == 0) }

    private func link(_ path: String, to target: String) throws {
      try files.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    /// Expects that exactly one report came, and that the descriptor says so too.
    private func expectChange(_ watch: SettingsWatch, line: Int = #line) {
      let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
      #expect(isReadable(watch.fileDescriptor), sourceLocation: place)
      #expect(watch.take(), sourceLocation: place)
      #expect(!watch.take(), sourceLocation: place)
      #expect(!isReadable(watch.fileDescriptor), sourceLocation: place)
    }

    @Test func `a save in place is reported once, however many files it touched`() throws {
      let other = root.path + "/config.toml"
      let watch = SettingsWatch(paths: [theme, other])
      #expect(!watch.take())
      for text in ["b", "c", "d"] { try save(text, to: theme) }
      try save("e", to: other)
      expectChange(watch)
    }

    @Test func `nothing is reported before the writer lets go of the file`() throws {
      let watch = SettingsWatch(paths: [theme])
      let file = try #require(fopen(theme, "w"))
      fputs("half", file)
      fflush(file)
      #expect(!watch.take())
      fclose(file)
      expectChange(watch)
    }

    @Test func `a file renamed over it is reported, and later saves too`() throws {
      let watch = SettingsWatch(paths: [theme])
      try save("b", to: theme + ".tmp")
      #expect(!watch.take())
      rename(theme + ".tmp", to: theme)
      expectChange(watch)
      try save("c", to: theme)
      expectChange(watch)
    }

    @Test func `the old file renamed away and a new one written is reported`() throws {
      let watch = SettingsWatch(paths: [theme])
      rename(theme, to: theme + "~")
      expectChange(watch)
      try save("b", to: theme)
      expectChange(watch)
      try save("old", to: theme + "~")
      #expect(!watch.take())
    }

    @Test func `a write, a rename away and a rename into place are reported once`() throws {
      let watch = SettingsWatch(paths: [theme])
      try save("b", to: theme + ".new")
      rename(theme, to: theme + "~")
      rename(theme + ".new", to: theme)
      expectChange(watch)
    }

    @Test func `an empty new file is reported only when it is written`() throws {
      let watch = SettingsWatch(paths: [theme])
      try files.removeItem(atPath: theme)
      expectChange(watch)
      let file = try #require(fopen(theme, "w"))
      #expect(!watch.take())
      fputs("b", file)
      fclose(file)
      expectChange(watch)
    }

    @Test func `other files in the folder are not reported`() throws {
      let watch = SettingsWatch(paths: [theme])
      try save("x", to: root.path + "/themes/other.toml")
      try save("x", to: theme + ".swp")
      try files.removeItem(atPath: theme + ".swp")
      _ = try String(contentsOfFile: theme, encoding: .utf8)
      #expect(!watch.take())
    }

    @Test func `a link is followed to its file, and to another when it changes`() throws {
      let dots = root.path + "/dots"
      try files.createDirectory(atPath: dots, withIntermediateDirectories: true)
      for name in ["a", "b"] { try save(name, to: "\(dots)/\(name).toml") }
      let own = root.path + "/themes/linked.toml"
      try link(own, to: "middle")
      try link(root.path + "/themes/middle", to: "../dots/a.toml")
      let watch = SettingsWatch(paths: [own])
      try save("a2", to: dots + "/a.toml")
      expectChange(watch)
      try link(own + ".tmp", to: dots + "/b.toml")
      #expect(!watch.take())
      rename(own + ".tmp", to: own)
      expectChange(watch)
      try save("a3", to: dots + "/a.toml")
      #expect(!watch.take())
      try save("b2", to: dots + "/b.toml")
      expectChange(watch)
    }

    @Test func `a folder that is a link is followed too`() throws {
      for name in ["one", "two"] {
        try files.createDirectory(atPath: "\(root.path)/\(name)", withIntermediateDirectories: true)
        try save(name, to: "\(root.path)/\(name)/t.toml")
      }
      try link(root.path + "/current", to: "one")
      let watch = SettingsWatch(paths: [root.path + "/current/t.toml"])
      try save("x", to: root.path + "/one/t.toml")
      expectChange(watch)
      try link(root.path + "/next", to: root.path + "/two")
      rename(root.path + "/next", to: root.path + "/current")
      expectChange(watch)
      try save("x", to: root.path + "/two/t.toml")
      expectChange(watch)
    }

    @Test func `a folder that goes and comes back is waited for`() throws {
      let watch = SettingsWatch(paths: [theme])
      let folder = root.path + "/themes"
      try files.removeItem(atPath: folder)
      expectChange(watch)
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      expectChange(watch)
      try save("b", to: theme)
      expectChange(watch)
    }

    @Test func `a folder that is renamed away is reported, and one in its place`() throws {
      let watch = SettingsWatch(paths: [theme])
      rename(root.path + "/themes", to: root.path + "/old")
      expectChange(watch)
      try save("b", to: root.path + "/old/mine.toml")
      #expect(!watch.take())
      rename(root.path + "/old", to: root.path + "/themes")
      expectChange(watch)
      try save("c", to: theme)
      expectChange(watch)
    }

    @Test func `a file whose folders do not exist yet is waited for`() throws {
      let path = root.path + "/new/deep/config.toml"
      let watch = SettingsWatch(paths: [path])
      try files.createDirectory(atPath: root.path + "/new/deep", withIntermediateDirectories: true)
      try save("x", to: path)
      expectChange(watch)
      try save("y", to: path)
      expectChange(watch)
    }

    @Test func `links in a circle end the search`() throws {
      try link(root.path + "/p", to: "q")
      try link(root.path + "/q", to: "p")
      let watch = SettingsWatch(paths: [root.path + "/p"])
      try files.removeItem(atPath: root.path + "/q")
      expectChange(watch)
    }

    @Test func `other paths take the place of the old ones`() throws {
      let other = root.path + "/themes/parent.toml"
      let watch = SettingsWatch(paths: [theme])
      watch.paths = [other]
      try save("b", to: theme)
      #expect(!watch.take())
      try save("b", to: other)
      expectChange(watch)
    }

    @Test func `the descriptor is closed with the watch`() throws {
      let facts = try files.attributesOfItem(atPath: root.path + "/themes")
      let inode = try #require(facts[.systemFileNumber] as? UInt64)
      var watch: SettingsWatch? = SettingsWatch(paths: [theme])
      let descriptor = watch?.fileDescriptor ?? -1
      // The number may be another test's by then, so the folder that it watches is looked for.
      var isOurs: Bool {
        let facts = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return facts?.contains("ino:\(String(inode, radix: 16)) ") == true
      }
      #expect(isOurs)
      watch = nil
      #expect(watch == nil && !isOurs)
    }
  }
#endif
