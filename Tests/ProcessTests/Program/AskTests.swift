import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

@Suite(.waiting) struct AskTests {
  private let program = Program()

  /// Starts `ask` and returns when its question, the inbox's first message, is there.
  private func ask(_ arguments: String...) throws -> RunningProgram {
    let watch = try RunningProgram(program, ["watch", "--since", "0", "--limit", "1"])
    let asking = try RunningProgram(program, ["ask", "Deploy?"] + arguments)
    _ = try #require(watch.line())
    return asking
  }

  private func field(_ name: String) throws -> String {
    let run = try program.run("list", "--format", "{\(name)}")
    #expect(run.lines.count <= 1)
    return run.output.trimmingCharacters(in: .newlines)
  }

  @Test func `an answer of another process is printed`() throws {
    let asking = try ask()
    #expect(try program.run("answer", "@1", "yes").output == "Yes\n")
    #expect(asking.line() == "Yes")
    #expect(asking.end() == 0)
    #expect(try field("answer") == "Yes")
    #expect(try field("status") == "read")
  }

  @Test func `the answered question is printed as JSON`() throws {
    let asking = try ask("--json")
    try program.run("answer", "@1", "yes")
    let line = try #require(asking.line())
    let fields = try #require(try JSONValue(json: line).object)
    #expect(fields["title"] == "Deploy?" && fields["answer"] == "Yes")
    #expect(fields["answered_at"] != nil)
    #expect(asking.end() == 0)
  }

  @Test func `the answers are the actions that were asked for`() throws {
    let asking = try ask("--action", "Now", "--action", "At night", "--source", "ci")
    try program.run("answer", "@1", "Yes", ending: 1, saying: "'Now', 'At night'")
    try program.run("answer", "@1", "At night")
    #expect(asking.line() == "At night")
    #expect(asking.end() == 0)
  }

  @Test func `a question for a text is answered by any text, of several lines too`() throws {
    let asking = try ask("--reply")
    try program.run("answer", "@1", " ", ending: 1, saying: "the answer is empty")
    #expect(try program.run("answer", "@1", "2.4.0\nat night").output == "2.4.0\nat night\n")
    #expect(asking.line() == "2.4.0")
    #expect(asking.line() == "at night")
    #expect(asking.end() == 0)
    try program.run("answer", "@1", "2.5", ending: 1, saying: "answered already")
  }

  @Test func `of two answers at once one counts, and the other is too late`() throws {
    for round in 1...3 {
      let fresh = AskTests()
      let asking = try fresh.ask()
      let answers = try ["Yes", "No"].map { label in
        (label, try RunningProgram(fresh.program, ["answer", "@1", label]))
      }
      let results = answers.map { (label: $0.0, status: $0.1.end()) }
      let winners = results.filter { $0.status == 0 }.map(\.label)
      #expect(winners.count == 1, "round \(round)")
      #expect(results.map(\.status).sorted() == [0, 1])
      #expect(asking.line() == winners.first)
      #expect(asking.end() == 0)
    }
  }

  @Test(arguments: [("90", 90.0), ("1h30m", 5_400), ("2 min", 120), ("1d", 86_400), (nil, nil)])
  func `a time to answer is written as every duration`(_ text: String?, _ seconds: Double?) throws {
    #expect(try TimeExpressionReader.seconds(text, flag: "--timeout", at: .testing) == seconds)
  }

  @Test func `an answer keeps the question in the list when its time is over`() throws {
    let asking = try ask("--timeout", "1h")
    try program.run("answer", "@1", "No")
    #expect(asking.end() == 0)
    #expect(try field("answer}{expires_at") == "No")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an asker that is killed takes the question back`(signal: Int32) throws {
    let asking = try ask()
    asking.send(signal)
    #expect(asking.end() == 128 + signal)
    #expect(try program.run("answer", "@1", "Yes").status == 1)
    // Nobody has to answer it any more: it is read.
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `an asker whose script is gone takes the question back`() throws {
    let asking = try ask()
    try asking.closeOutput()
    #expect(asking.end() == 128 + SIGPIPE)
    #expect(try program.run("answer", "@1", "Yes").status == 1)
  }

  @Test func `a question that is deleted ends the asking, and does not come back to life`() throws {
    let asking = try ask()
    try program.run("delete", "@1")
    #expect(asking.end() == 1)
    try program.run("undo")
    #expect(try program.run("answer", "@1", "Yes").status == 1)
  }

  @Test func `a question that is purged or replaced ends the asking`() throws {
    let asking = try ask()
    #expect(try program.shell("\"$B\" delete @1 && \"$B\" purge @1").status == 0)
    #expect(asking.end() == 1)

    let again = try RunningProgram(program, ["ask", "--id", "q", "Really?"])
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    while let line = watch.line(), !line.contains("\"numbers\":[2]") {}
    try program.run(["push", "--json"], input: Data(#"{"id":"q","title":"T","asks":false}"#.utf8))
    #expect(again.end() == 1)
  }

  @Test func `a question asked again wants another answer`() throws {
    let first = try ask("--id", "q")
    try program.run("answer", "q", "Yes")
    #expect(first.end() == 0)
    let watch = try RunningProgram(program, ["watch"])
    let second = try RunningProgram(program, ["ask", "--id", "q", "Deploy?"])
    while let line = watch.line(), !line.contains("resurfaced") {}
    #expect(try field("status") == "unread")
    try program.run("answer", "q", "No")
    #expect(second.line() == "No")
  }

  @Test func `who asks again takes the question over from who asked before`() throws {
    let first = try ask("--id", "q", "--timeout", "1h")
    let watch = try RunningProgram(program, ["watch"])
    let second = try RunningProgram(program, ["ask", "--id", "q", "Deploy?", "--timeout", "2h"])
    while let line = watch.line(), !line.contains("resurfaced") {}
    #expect(first.end() == 1)
    #expect(first.line() == nil)
    try program.run("answer", "q", "No")
    #expect(second.line() == "No")
    #expect(second.end() == 0)
  }

  @Test func `a question that only comes up again keeps its asker`() throws {
    let asking = try ask("--id", "q", "--timeout", "1h")
    for _ in 1...2 { try program.run("push", "Deploy, please?", "--id", "q", "--resurface") }
    try program.run("answer", "q", "Yes")
    #expect(asking.line() == "Yes")
    #expect(asking.end() == 0)
  }

  @Test func `a question in the trash is not said to wait`() throws {
    let asking = try ask()
    #expect(try program.run("show", "@1").output.contains("none yet; 'bellboard answer @1 …'"))
    try program.run("delete", "@1")
    #expect(asking.end() == 1)
    let sheet = try program.run("show", "@1").output
    #expect(sheet.contains("none; it is in the trash"))
    #expect(!sheet.contains("bellboard answer"))
  }
}
