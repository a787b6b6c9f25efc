import Foundation
import Testing

@Suite("read, unread, delete, restore, pin, purge, undo, redo") struct ActingTests {
  let program = Program()

  private func fill(_ count: Int) throws {
    for index in 1...count { try program.run("push", "message \(index)", "--id", "m\(index)") }
  }

  @Test func `each verb prints how many changed`() throws {
    try fill(3)
    #expect(try program.run("read", "@1", "m2").output == "2\n")
    #expect(try program.run("count").output == "1\n")
    #expect(try program.run("unread", "m1").output == "1\n")
    #expect(try program.run("delete", "m1").output == "1\n")
    #expect(try program.run("count", "--filter", "is:deleted").output == "1\n")
    #expect(try program.run("restore", "m1").output == "1\n")
    #expect(try program.list("{id}", "--filter", "is:unread") == ["m3", "m1"])
    #expect(try program.run("pin", "m1").output == "1\n")
    #expect(try program.list("{id}") == ["m1", "m3", "m2"])
    #expect(try program.run("unpin", "m1").output == "1\n")
  }

  @Test(arguments: ["--filter", "-f"])
  func `a filter may begin with a word that is left out`(_ option: String) throws {
    try fill(2)
    #expect(try program.list("{id}", option, "-\"message 2\"") == ["m1"])
    #expect(try program.run("count", option, "-is:read").output == "2\n")
    #expect(try program.run("read", option, "-\"message 1\"").output == "1\n")
  }

  @Test func `--filter and --all act on what they match`() throws {
    try fill(4)
    #expect(try program.run("delete", "--filter", "\"message 2\"").output == "1\n")
    #expect(try program.run("read", "--all").output == "3\n")
    #expect(try program.run("restore", "--all").output == "1\n")
  }

  @Test func `is:any acts on what no list shows too, but on the trash where it is named`() throws {
    try fill(2)
    try program.run("push", "alert", "--alert-only")
    try program.run("push", "later", "--starts-at", "2h")
    #expect(try program.list("{title}", "-f", "is:alert") == ["alert"])
    #expect(try program.run("delete", "-f", "is:any", "--all").status == 64)
    #expect(try program.run("delete", "-f", "is:any").output == "4\n")
    #expect(try program.run("read", "-f", "is:any").status == 3)
    #expect(try program.run("restore", "-f", "is:any").output == "4\n")
  }

  @Test func `what already holds changes nothing and is no failure`() throws {
    try fill(1)
    try program.run("read", "m1")
    try program.run("read", "m1", ending: 0, printing: "0\n")
    #expect(try program.run("undo").output.hasPrefix("1"))
    #expect(try program.run("undo").status == 3)
  }

  @Test func `unknown ids are reported and the known ones done`() throws {
    try fill(1)
    try program.run(
      "delete", "m1", "nope", "@99", ending: 1, printing: "1\n", saying: "nope", "@99")
  }

  @Test func `nothing matched has a status of its own`() throws {
    try fill(1)
    #expect(try program.run("delete", "--filter", "tag:none").status == 3)
    #expect(try program.run("read", "nope").status == 3)
  }

  @Test func `a beginning that several ids share is told apart`() throws {
    try fill(2)
    try program.run("read", "m", ending: 3, saying: "m1", "m2")
    #expect(try program.run("count").output == "2\n")
  }

  @Test(arguments: ["read", "delete", "pin"])
  func `a dry run changes nothing and says how many would change`(_ verb: String) throws {
    try fill(3)
    try program.run(verb, "m1")
    let before = try program.run("export").output
    try program.run(
      verb, "--dry-run", "m1", "m2", "m3", "nope", ending: 1, printing: "would change 2\n")
    #expect(try program.run(verb, "--dry-run", "--filter", "tag:none").status == 3)
    #expect(try program.run("export").output == before)
    #expect(try program.run("undo").output.hasPrefix("1"), "the last step is the one before")
  }

  @Test func `a dry run of purge counts what is in the trash`() throws {
    try fill(3)
    try program.run("delete", "m1", "m2")
    #expect(try program.run("purge", "--dry-run", "--all").output == "would delete 2 forever\n")
    #expect(try program.run("count", "is:deleted").output == "2\n")
  }

  @Test(arguments: [
    (["read", "1"], "no message '1'; did you mean @1?"),
    (["read", "#1"], "no message '#1'; did you mean @1?"),
    (["read", "99"], "no message '99'; 'bellboard list' lists them"),
    (["read", "is:unread", "x"], "no message 'x'; 'bellboard list' lists them"),
    (["delete", "is:unread"], "no message 'is:unread'; for filter words use --filter is:unread"),
    (
      ["delete", "-f", "is:unread", "source:ci"],
      "Specify either ids, --filter or --all, not several of them"
    ),
    (
      ["pin", "is:unread", "priority>=high"],
      "no message 'is:unread priority>=high'; for filter words use "
        + "--filter 'is:unread priority>=high'"
    ),
    (
      ["show", "source:ci"],
      "no message 'source:ci'; for filter words see 'bellboard list source:ci'"
    ),
    (["go", "1"], "no message '1'; did you mean @1?"),
    (["save", "1"], "no message '1'; did you mean @1?"),
  ])
  func `what is no message is told with what was meant`(_ words: [String], _ error: String) throws {
    try fill(1)
    let run = try program.run(words)
    #expect(run.errors.lowercased().contains(error.lowercased()), "\(run.errors)")
    #expect([3, 64].contains(run.status))
    #expect(try program.run("count").output == "1\n")
  }

  @Test(arguments: [
    ["read"], ["read", "@1", "--all"], ["nonsense"], ["list", "--nonsense"],
    ["list", "--follow", "--json"], ["list", "--follow", "--sort=oldest"],
    ["list", "--follow", "nonsense:x"], ["watch", "--since", "-1"], ["watch", "--limit", "0"],
    ["watch", "--metrics", "--since", "0"], ["stats", "--days", "0"], ["push"],
    ["push", "--json", "title"], ["push", "x", "--priority", "purple"],
    ["push", "x", "--expires-at", "soon"], ["run"], ["run", "--"], ["run", "--", ""],
    ["run", "--tail", "-1", "--", "true"], ["run", "--expires-at", "soon", "--", "true"],
    ["run", "--notify-after", "soon", "--", "true"],
  ]) func `wrong usage is 64, told before anything is done`(_ words: [String]) throws {
    try program.run(words, ending: 64)
  }

  @Test func `undo and redo work from one process to the next`() throws {
    try fill(3)
    try program.run("delete", "--all")
    #expect(try program.run("count").output == "0\n")
    #expect(try program.run("undo").output.hasPrefix("3"))
    #expect(try program.run("count").output == "3\n")
    #expect(try program.run("redo").output.hasPrefix("3"))
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `undo says that nothing of a step was left, and takes the one before next`() throws {
    try fill(2)
    try program.run("pin", "m1")
    try program.run("delete", "m2")
    try program.run("push", "--id", "m2", "--resurface", "again")
    try program.run(
      "undo", ending: 1, printing: "0\n", saying: "@2 is gone or was changed since",
      "nothing was left to undo of the step 'deleted'")
    #expect(try program.run("redo").status == 3)
    #expect(try program.run("undo").output == "1 (undid: pinned)\n")
  }

  @Test func `purge removes only what is in the trash`() throws {
    try fill(2)
    try program.run("delete", "m1")
    try program.run("purge", "m1", "m2", ending: 1, printing: "1\n")
    #expect(try program.list("{id}") == ["m2"])
    #expect(try program.run("restore", "m1").status == 3)
  }
}
