import Foundation
import InboxTestSupport
import InboxTOML
import Testing

@testable import InboxSettings

@Suite("files of settings")
struct TextFileTests {
  let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private var path: String { root.path + "/config.toml" }

  private struct Nothing: TOMLRoot {}

  /// What is said of the file.
  private var messages: [String] { TOMLFile(at: path, by: TOMLTable<Nothing>([])).messages }

  @Test func `a pipe is refused without waiting for a writer`() {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(messages == ["\(path): cannot be read: it is not a regular file"])
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/dev/full"])
  func `a device is refused, also behind a link`(device: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: device)
    #expect(messages == ["\(path): cannot be read: it is not a regular file"])
  }

  @Test func `a folder is refused`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(messages == ["\(path): cannot be read: it is a folder"])
  }

  @Test func `a file of one mebibyte is read, and one byte more is refused`() throws {
    let comment = "#" + String(repeating: "x", count: 1_024 * 1_024 - 1)
    try Data(comment.utf8).write(to: URL(filePath: path))
    #expect(messages == [])
    try Data((comment + "x").utf8).write(to: URL(filePath: path))
    #expect(
      messages == ["\(path): cannot be read: it has more than 1 MiB, and no file of settings has"])
  }

  @Test func `a file that is not there says nothing`() {
    #expect(messages == [])
    #expect(TOMLFile(at: path + "/x", by: TOMLTable<Nothing>([])).messages == [])
  }

  @Test func `a theme that is a pipe is refused by its path`() {
    #expect(mkfifo(root.path + "/mine.toml", 0o600) == 0)
    let lookup = ThemeLookup(folders: [root.path], builtInNames: []) { _ in nil }
    #expect(throws: ThemeLookupError.self) { try lookup.find("mine") }
  }
}

@Suite struct ThemeLookupTests {
  let root: TemporaryFolder
  let lookup: ThemeLookup

  init() throws {
    root = try TemporaryFolder()
    let folders = ["config", "data"].map { [root] in "\(root.path)/\($0)" }
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    lookup = ThemeLookup(folders: folders, builtInNames: ["default", "nord"]) { name in
      guard ["default", "nord"].contains(name) else { return nil }
      return TOMLSource(
        name: name, path: "<built-in \(name)>", text: "built-in", isBuiltIn: true)
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(root.path)/\(path)"))
  }

  @Test func `folders win in their order, built-in themes come last`() throws {
    #expect(try lookup.find("nord").text == "built-in")
    #expect(try lookup.find("nord").isBuiltIn)
    try write("data", to: "data/nord.toml")
    #expect(try lookup.find("nord").text == "data")
    try write("config", to: "config/nord.toml")
    let found = try lookup.find("nord")
    #expect(found.text == "config" && found.path == "\(root.path)/config/nord.toml")
    #expect(try lookup.find("nord", passingOver: found.path).text == "data")
    #expect(lookup.names == ["default", "nord"])
  }

  @Test func `a theme may be a link`() throws {
    try write("linked", to: "real.toml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(root.path)/config/mine.toml", withDestinationPath: "../real.toml")
    let found = try lookup.find("mine")
    #expect(found.text == "linked" && found.name == "mine")
    #expect(found.path == "\(root.path)/config/mine.toml" && !found.isBuiltIn)
  }

  @Test func `the places of a theme are those where a file would win`() throws {
    let places = ["config", "data"].map { "\(root.path)/\($0)/nord.toml" }
    #expect(lookup.places(of: try lookup.find("nord")) == places)
    func source(_ name: String, _ path: String) -> TOMLSource {
      TOMLSource(name: name, path: path, text: "")
    }
    #expect(lookup.places(of: source("nord", places[1])) == places)
    #expect(lookup.places(of: source("nord", places[0])) == [places[0]])
    #expect(lookup.places(of: source("own", "./own.toml")) == ["./own.toml"])
  }

  @Test func `a path is taken as it is`() throws {
    try write("path", to: "own.toml")
    #expect(try lookup.find("\(root.path)/own.toml").name == "own")
    #expect(throws: ThemeLookupError.noSuchFile("/no/such.toml")) {
      try lookup.find("/no/such.toml")
    }
  }

  @Test func `a name that is not found is told with the nearest name`() {
    #expect {
      try lookup.find("nrod")
    } throws: { error in
      "\(error)"
        == "no theme named nrod; did you mean 'nord'?"
    }
    #expect {
      try lookup.find("")
    } throws: {
      "\($0)" == "an empty text names no theme"
    }
  }
}
