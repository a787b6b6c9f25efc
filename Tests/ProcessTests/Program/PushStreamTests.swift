import Foundation
import InboxTestSupport
import Testing

/// Records that are piped in while others look.
@Suite("push --json", .waiting) struct PushStreamTests {
  let program = Program()

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

  @Test func `what a stream of records acknowledges is in the inbox that is there then`() throws {
    let (push, other) = (try RunningProgram(program, ["push", "--json"], isFed: true), Program())
    let folder = try program.path + "/inboxes/default"
    func feed(_ name: String, expecting bodies: [String]) throws {
      try push.feed(#"{"id":"\#(name)","body":"\#(name)"}"# + "\n")
      #expect(push.line() == name)
      #expect(try program.list("{body}", "--sort", "oldest") == bodies)
    }
    try feed("a", expecting: ["a"])
    try FileManager.default.removeItem(atPath: folder)
    try feed("b", expecting: ["b"])
    try other.run("push", "other", "--body", "other")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: other.path + "/inboxes/default", toPath: folder)
    try feed("c", expecting: ["other", "c"])
    try push.endInput()
    #expect(push.end() == 0)
  }
}
