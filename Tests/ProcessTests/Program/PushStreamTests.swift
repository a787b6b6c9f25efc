import Foundation
import InboxTestSupport
import Testing

/// Records that are piped in while others look.
@Suite("push --json", .waiting) struct PushStreamTests {
  let program = Program()

  @Test func `each record is stored and acknowledged while the input goes on`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    #expect(try program.list("{title}") == ["A"])
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

  @Test func `rules that are saved while records come in hold for those that follow`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    try program.configure("[[rules]]\nname = 'r'\npriority = 'high'\n")
    try push.feed(#"{"id":"b","title":"B"}"#)
    #expect(push.line() == "b")
    // Half a file changes nothing.
    try program.configure("[[rules]]\nname = ")
    try program.run("mute", "ci")
    try push.feed(#"{"id":"c","title":"C"}"#)
    #expect(push.line() == "c")
    try program.configure("")
    try push.feed(#"{"id":"d","title":"D","source":"ci"}"#)
    #expect(push.line() == "d")
    try push.endInput()
    #expect(push.end() == 0)
    #expect(
      try program.list("{id} {priority} {delivery}", "--sort", "oldest")
        == ["a 3 inbox+alert", "b 4 inbox+alert", "c 4 inbox+alert", "d 3 inbox"])
  }
}
