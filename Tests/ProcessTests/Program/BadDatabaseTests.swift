import Foundation
import Testing

@Suite("databases that are no inbox")
struct BadDatabaseTests {
  let program = Program()
  private let file = "inboxes/default/inbox.sqlite"

  private func expectRefusal(_ word: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: "\(program.path)/\(file)"))
    try program.run("push", "x", ending: 1, saying: word, "inbox.sqlite")
    let after = try Data(contentsOf: URL(fileURLWithPath: "\(program.path)/\(file)"))
    #expect(before == after)
  }

  private func makeDatabase(_ sql: String) throws {
    let path = try program.write("", to: file)
    try SQLiteFile(path: path).execute(sql)
  }

  @Test func `a file that is no database is left alone`() throws {
    _ = try program.write(String(repeating: "not a database ", count: 100), to: file)
    try expectRefusal("not an inbox")
  }

  @Test func `a database of another program is left alone`() throws {
    try makeDatabase("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    try expectRefusal("another program")
  }

  @Test func `a newer layout is refused`() throws {
    try program.run("push", "x")
    try SQLiteFile(path: "\(program.path)/\(file)").execute(
      "UPDATE value SET value = 99 WHERE name = 'usable_from'; PRAGMA user_version = 99")
    let run = try program.run("list")
    #expect(run.status == 1)
    #expect(run.errors.contains("newer") && run.errors.contains("99"))
  }

  @Test(arguments: [["push", "x"], ["inboxes"]])
  func `a file in the place of the folder of inboxes is reported`(_ words: [String]) throws {
    _ = try program.write("a file where a folder should be", to: "inboxes")
    let run = try program.run(words, input: Data())
    #expect(run.status == 1)
    #expect(run.errors.contains("inboxes"))
  }

  @Test(arguments: ["push x", "count", "doctor"])
  func `a file in the place of the home is reported`(_ line: String) throws {
    let file = try program.write("a file where a folder should be", to: "home")
    let words = line.split(separator: " ").map(String.init)
    let run = try program.run(words, input: Data(), environment: ["BELLBOARD_HOME": file])
    #expect(run.status == 1)
    let told = run.errors + run.output
    #expect(told.contains("\(file) is not a folder"), "\(told)")
    #expect(told.contains("BELLBOARD_HOME to a folder"))
  }

  @Test(arguments: ["x y", "a\\b", "", "UPPER", ".", "..", String(repeating: "x", count: 300)])
  func `bad inbox names are refused`(_ name: String) throws {
    let run = try program.run("push", "x", "--inbox", name)
    #expect(run.status == 1)
    #expect(run.errors.contains("'\(name)'") && run.errors.contains("a-z"), "\(run.errors)")
    // An empty variable is none.
    if !name.isEmpty {
      try program.run(
        "push", "x", environment: ["BELLBOARD_INBOX": name], ending: 1, saying: "'\(name)'")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.path).isEmpty)
  }

  @Test func `inboxes are apart`() throws {
    try program.run("push", "here", "--inbox", "one")
    try program.run("push", "there", "--inbox", "two")
    try program.run("read", "--all", "--inbox", "two")
    #expect(try program.run("count", "--inbox", "two").output == "0\n")
    #expect(try program.run("count", environment: ["BELLBOARD_INBOX": "one"]).output == "1\n")
  }

  @Test func `files are private`() throws {
    try program.run("push", "x")
    let folder = "\(try program.path)/inboxes/default"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names + [""] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      #expect(mode & 0o077 == 0, "\(name) has \(String(mode, radix: 8))")
    }
  }
}
