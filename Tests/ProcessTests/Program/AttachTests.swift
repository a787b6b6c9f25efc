import Foundation
import InboxText
import Testing

@Suite("push --attach")
struct AttachTests {
  let program = Program()

  /// The attachments of the only message.
  private func attached() throws -> [[String: JSONValue]] {
    guard
      case .array(let messages) = try JSONValue(json: program.run("list", "--json").output),
      case .object(let message) = messages.first,
      case .array(let attachments) = message["attachments"]
    else { return [] }
    return attachments.compactMap { if case .object(let fields) = $0 { fields } else { nil } }
  }

  @Test func `a file is stored, and saved again as often as one likes`() throws {
    let folder = try program.path + "/a b"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: folder + "/shot.PNG"))
    let run = try program.shell(
      #"cd '\#(folder)' && "$B" push t --attach ./shot.PNG && "$B" show @1"#)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let file = try #require(try attached().first)
    #expect(file["name"] == "shot.PNG")
    #expect(file["format"] == "image")
    guard case .string(let link) = file["url"], case .string(let path) = file["path"] else {
      Issue.record("\(file)")
      return
    }
    #expect(link.hasPrefix("attachment:") && link.hasSuffix(".png"))
    #expect(FileManager.default.contents(atPath: path) == Data("x".utf8))
    let saved = "\(folder)/copy.png"
    #expect(try program.run("save", "@1", saved).status == 0)
    #expect(FileManager.default.contents(atPath: saved) == Data("x".utf8))
    try program.run("save", "@1", saved, ending: 1, saying: "--force")
    #expect(try program.run("save", "@1", saved, "--force").status == 0)
    #expect(try program.run("save", "@1", "-").output == "x")
    let nowhere = try program.run("save", "@1", "\(folder)/none/copy.png")
    #expect(
      nowhere.status == 1
        && nowhere.errors
          == "bellboard: cannot write \(folder)/none/copy.png: there is no folder \(folder)/none\n",
      "\(nowhere.errors)")
  }

  @Test func `the file goes with the last message that names it`() throws {
    let file = try program.path + "/note.txt"
    try Data("x".utf8).write(to: URL(filePath: file))
    _ = try program.run("push", "a", "--attach", file)
    _ = try program.run("push", "b", "--attach", file)
    let path = try #require(try attached().first?["path"]?.text)
    for (reference, isThere) in [("@1", true), ("@2", false)] {
      _ = try program.run("delete", reference)
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(try program.run("purge", reference).status == 0)
      #expect(FileManager.default.fileExists(atPath: path) == isThere)
    }
  }

  @Test func `a path without a file is attached and told, a link is taken as it is`() throws {
    let run = try program.run(
      "push", "t", "--attach", "/nowhere/a.log", "--attach", "https://example.org/a.mp4?x=1.png")
    #expect(run.status == 0)
    #expect(run.errors.contains("warning: there is no file /nowhere/a.log yet"))
    let files = try attached()
    #expect(
      files.map { $0["url"] } == ["file:///nowhere/a.log", "https://example.org/a.mp4?x=1.png"])
    #expect(files.map { $0["format"] } == ["file", "video"])
  }

  @Test func `opening does one thing`() throws {
    #expect(try program.run("push", "t", "--url", "x:y", "--website", "x:y").status == 64)
    try program.run("push", "t", "--website", "https://example.org")
    #expect(try program.run("list", "--json").output.contains(#""kind":"website""#))
  }
}
