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

  @Test func `a path is kept whole, as a link that opens wherever one is`() throws {
    let folder = try program.path + "/a b"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: folder + "/shot.PNG"))
    let run = try program.shell(
      #"cd '\#(folder)' && "$B" push t --attach ./shot.PNG && "$B" show @1"#)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let file = try #require(try attached().first)
    #expect(file["name"] == "shot.PNG")
    #expect(file["format"] == "image")
    guard case .string(let link) = file["url"] else { return }
    #expect(link.hasPrefix("file:///") && link.hasSuffix("/a%20b/shot.PNG"))
    #expect(URL(string: link).map { FileManager.default.fileExists(atPath: $0.path) } == true)
  }

  @Test func `a path without a file is attached and told, a link is taken as it is`() throws {
    let run = try program.run(
      "push", "t", "--attach", "/nowhere/a.log", "--attach", "https://example.org/a.mp4?x=1.png")
    #expect(run.status == 0)
    #expect(run.errors.contains("/nowhere/a.log"))
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
