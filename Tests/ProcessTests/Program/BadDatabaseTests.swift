import Foundation
import InboxTestSupport
import Testing

@Suite("databases that are no inbox") struct BadDatabaseTests {
  let program = Program()
  private let file = "inboxes/default/inbox.sqlite"

  @Test func `a database of another program is left alone`() throws {
    let path = try program.write("", to: file)
    try SQLiteFile(path: path).execute(
      "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    let before = try Data(contentsOf: URL(filePath: path))
    try program.run("push", "x", ending: 1, saying: "another program", "inbox.sqlite")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `a newer layout is refused`() throws {
    try program.run("push", "x")
    try SQLiteFile(path: "\(program.path)/\(file)").execute(
      "UPDATE value SET value = 99 WHERE name = 'usable_from'; PRAGMA user_version = 99")
    try program.run("list", ending: 1, saying: "newer", "99")
  }
}

/// What the program does with a damaged inbox: it says so, and saves what is left.
@Suite("damaged inboxes") struct DamagedInboxTests {
  let program = Program()

  private func place(_ folder: String) throws {
    let path = try program.path + "/inboxes/default"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path + "/..", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder, toPath: path)
  }

  // Before: commands on damaged files ended by a trap.
  @Test
  func `no command on a damaged inbox ends by a signal, and each that fails says why`() throws {
    let whole = try DamagedInbox(seed: 11)
    let lines = [
      "export", "count --filter is:read", "list --limit 0", "stats", "doctor", "show @9", "push x",
      "delete --all", "undo",
    ]
    for (index, damage) in (FileDamage.allCases + FileDamage.allCases).enumerated() {
      try place(try whole.copy(damaged: damage, seed: UInt64(index)))
      for line in lines {
        let run = try program.run(line.split(separator: " ").map(String.init))
        #expect(run.status <= 64, "\(damage) \(index), \(line): \(run.status) \(run.errors)")
        #expect((run.status == 0) == run.errors.isEmpty || line == "doctor", "\(run.errors)")
      }
    }
  }

  @Test func `what is saved of a damaged inbox can take its place`() throws {
    let whole = try DamagedInbox(seed: 12)
    try place(
      try whole.copy { $0.replaceSubrange(0..<4_096, with: repeatElement(7, count: 4_096)) })
    let path = try program.path + "/inboxes/default/inbox.sqlite"
    try program.run("list", ending: 1, saying: "doctor --rescue \(path)")
    let damaged = try Data(contentsOf: URL(filePath: path))
    let rescue = try program.run("doctor", "--rescue", path, ending: 0)
    #expect(rescue.lines.first?.hasPrefix("Saved ") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
    let inPlace = try #require(rescue.lines.last?.components(separatedBy: "    ").last)
    #expect(try program.shell(inPlace).status == 0)
    let after = try program.run("export", ending: 0)
    #expect(
      rescue.lines[0].contains("Saved \(after.lines.count) messages of \(after.lines.count)."))
    #expect(
      try Data(
        contentsOf: URL(filePath: try program.path + "/inboxes/default-damaged/inbox.sqlite"))
        == damaged)
  }

  @Test func `name and advice of a rescue follow the file, whichever inbox is meant`() throws {
    #expect(try program.run("push", "good").status == 0)
    let attached = try program.write("a file", to: "attached.txt")
    try program.run("push", "d1", "--inbox", "dmg", "--attach", attached, ending: 0)
    let home = try program.path
    let file = home + "/inboxes/dmg/inbox.sqlite"
    let named = try program.run("doctor", "--rescue", file)
    #expect(named.output.contains("--inbox dmg-rescued\n"), "\(named.output)\(named.errors)")
    let folder = home + "/inboxes/dmg"
    #expect(
      named.lines.last?.hasSuffix(
        "mv \(folder) \(folder)-damaged && mv \(folder)-rescued \(folder) "
          + "&& mv \(folder)-damaged/attachments \(folder)/attachments") == true, "\(named.output)")
    // A copy elsewhere is no inbox: nothing is moved, its messages join the inbox that is meant.
    try FileManager.default.copyItem(atPath: folder, toPath: home + "/copy")
    let copied = try program.run(
      "doctor", "--rescue", home + "/copy/inbox.sqlite", "--inbox", "dmg")
    let advice = try #require(copied.lines.last?.components(separatedBy: "    ").last)
    #expect(
      advice.trimmingCharacters(in: .whitespaces)
        == "bellboard export --inbox rescued | bellboard import --inbox dmg")
    #expect(!copied.output.contains("mv "))
    let inPlace = try #require(named.lines.last?.components(separatedBy: "    ").last)
    #expect(try program.shell(inPlace).status == 0)
    let saved = home + "/saved.txt"
    #expect(try program.run("save", "--inbox", "dmg", "@1", saved).status == 0)
    #expect(try String(contentsOfFile: saved, encoding: .utf8) == "a file")
  }

  @Test func `a second rescue takes another name, and what is no inbox gives none`() throws {
    let whole = try DamagedInbox(seed: 13, count: 8)
    try withExtendedLifetime(whole) { try place(whole.folder) }
    let path = try program.path + "/inboxes/default/inbox.sqlite"
    #expect(try program.run("doctor", "--rescue", path).output.contains("'default-rescued'"))
    #expect(try program.run("doctor", "--rescue", path).output.contains("'default-rescued-2'"))
    let text = try program.write(String(repeating: "no inbox ", count: 999), to: "text")
    try program.run(
      "doctor", "--rescue", text, ending: 1, saying: "no message can be read from \(text)")
  }
}
