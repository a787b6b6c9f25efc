import Foundation
import InboxTestSupport
import Testing

/// Records that are piped in, one after the other.
@Suite("push --json") struct PushStreamTests {
  let program = Program()

  @Test func `each record is stored and acknowledged while the input goes on`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    #expect(try program.run("list", "--format", "{title}").lines == ["A"])
    try push.feed(#" {"id":"b","ti"#)
    try push.feed(#"tle":"B"}"# + "\n[")
    #expect(push.line() == "b")
    try push.feed(#"{"id":"c","title":"C"},"#)
    #expect(push.line() == "c")
    #expect(try program.run("count").output == "3\n")
    try push.endInput()
    #expect(push.line() == nil)
    #expect(push.end() == 1, "the array has no end")
  }

  @Test func `the events of a stream that are no messages are no failure`() throws {
    let events = """
      {"id":"1","time":1,"event":"open","topic":"t"}
      {"id":"2","time":2,"event":"message","topic":"t","message":"hello"}
      {"id":"3","time":3,"event":"keepalive","topic":"t"}
      {"id":"4","time":4,"event":"keepalive","topic":"t"}

      """
    let run = try program.run("push", "--json", input: events)
    #expect(run.output == "2\n" && run.status == 0, "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 2)
    #expect(run.errors.contains("keepalive is not a message (2 records, the first is record 3"))
  }

  @Test func `the options for fields fill what a record does not mention`() throws {
    let run = try program.run(
      "push", "--json", "--priority", "high", "--thread", "t", "--tag", "a", "--silent",
      input: #"{"title":"x"}{"title":"y","priority":2,"tags":null}"#)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let format = "{title}|{tags}|{priority}|{thread}"
    #expect(try program.run("list", "--format", format).lines == ["y||2|t", "x|a|4|t"])
    #expect(try program.run("list", "--json").output.contains(#""delivery":"inbox""#))
    #expect(try program.run("push", "--json", "--id", "a", input: "{}").status == 64)
  }

  @Test func `equal notes are one, and say how many records they are about`() throws {
    let line = #"{"title":"x","received_at":1}"# + "\n"
    let run = try program.run("push", "--json", input: String(repeating: line, count: 300))
    #expect(run.status == 0 && run.lines.count == 300)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("received_at was ignored: it is set on arrival (300 records"))
  }

  @Test func `what is not stored names its record`() throws {
    let input = #"{"title":"x"}"# + "\n" + #"{"id":"none","tags":["t"]}"# + "\n"
    let run = try program.run("push", "--json", input: input)
    #expect(run.lines.count == 1 && run.status == 1)
    #expect(run.errors.contains("record 2, line 2: nothing stored:"))
  }

  @Test func `rules that are saved while records come in hold for those that follow`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    _ = try program.write("[[rules]]\nname = 'r'\npriority = 'high'\n", to: "config.toml")
    try push.feed(#"{"id":"b","title":"B"}"#)
    #expect(push.line() == "b")
    // Half a file changes nothing.
    _ = try program.write("[[rules]]\nname = ", to: "config.toml")
    try program.run("mute", "ci")
    try push.feed(#"{"id":"c","title":"C"}"#)
    #expect(push.line() == "c")
    _ = try program.write("", to: "config.toml")
    try push.feed(#"{"id":"d","title":"D","source":"ci"}"#)
    #expect(push.line() == "d")
    try push.endInput()
    #expect(push.end() == 0)
    #expect(
      try program.run("list", "--sort", "oldest", "--format", "{id} {priority} {delivery}").lines
        == ["a 3 inbox+alert", "b 4 inbox+alert", "c 4 inbox+alert", "d 3 inbox"])
  }

  @Test func `an id that would be taken for a number is refused`() throws {
    let run = try program.run("push", "--json", input: #"{"title":"x"}{"id":"@5","title":"y"}"#)
    #expect(run.lines.count == 1 && run.status == 1)
    #expect(run.errors.contains("record 2, line 1: 'id' takes an id that does not begin with '@'"))
    try program.run("push", "x", "--id", "@1841", ending: 64, saying: "not '@1841'")
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `very many empty records are refused in few words`() throws {
    let run = try program.run("push", "--json", input: String(repeating: "{}", count: 50_000))
    #expect(run.output.isEmpty && run.status == 1)
    #expect(run.errors.hasSuffix("bellboard: … and 49980 more\n"))
    #expect(run.errors.split(separator: "\n").count == 21)
  }
}
