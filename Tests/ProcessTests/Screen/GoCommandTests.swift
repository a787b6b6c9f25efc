import Foundation
import InboxTestSupport
import Testing

/// Deep links from a script to the screens that are open.
@Suite("go", .serialized, .waiting) struct GoCommandTests {
  let program = Program()

  init() throws {
    try program.run("push", "first", "the body of the first", "--thread", "build")
    try program.run("push", "second", "the body of the second", "--thread", "build")
    try program.run("push", "third", "the body of the third")
  }

  private func opened() throws -> TmuxSession {
    try program.screen(showing: "first", "second", "third")
  }

  /// A screen registers itself after its first picture, beside the loop.
  private func awaitScreens(_ count: Int) throws {
    let file = SQLiteFile(path: "\(try program.path)/inboxes/default/inbox.sqlite")
    try #require(try eventually { try file.query("SELECT count(*) FROM screen") == "\(count)" })
  }

  @Test func `of two screens the one used last shows the message, and the other stays`() throws {
    let first = try opened()
    try awaitScreens(1)
    let second = try opened()
    try awaitScreens(2)
    try program.run("go", "@1", ending: 0, printing: "1\n")
    try second.awaitScreen("the body of the first", "q back", without: ["third"])
    try first.awaitScreen("Unread 2", "first", "second", "third", without: ["q back"])
    try second.press("Q")
    try second.awaitPrompt()
    try awaitScreens(1)
    #expect(try program.run("go", "--thread", "build").output == "1\n")
    try first.awaitScreen("Thread “build”", "second", without: ["third"])
  }

  @Test func `a screen that is used again takes the next link`() throws {
    let first = try opened()
    try awaitScreens(1)
    let second = try opened()
    try awaitScreens(2)
    try first.press("G", showing: "3/3")
    // The key is noted beside the loop, at most once a second.
    let isTaken = try eventually(pause: 0) {
      try first.press("k", "j")
      #expect(try program.run("go", "@2").status == 0)
      let body = "the body of the second"
      #expect(eventually { first.screen.contains(body) || second.screen.contains(body) })
      if first.screen.contains(body) { return true }
      try second.press("q", showing: "first", without: ["the body of the second"])
      return false
    }
    try #require(isTaken)
    // The second did not end meanwhile, which would have made the first the only one.
    try awaitScreens(2)
  }

  @Test func `without a screen one opens here, at the message or the thread`() throws {
    let session = try program.terminal()
    try session.run("\"$B\" go @1", showing: "the body of the first", "q back", without: ["third"])
    try session.press("q", showing: "3/3", "Unread 2", "third")
    try session.quit()
    try session.run("clear; \"$B\" go --thread build")
    try session.awaitScreen("Thread “build” · 2 messages", "first", "second", without: ["third"])
  }

  @Test func `without a screen and a terminal it fails, and nothing jumps later`() throws {
    try program.run("go", "@1", ending: 1, saying: "no screen is open")
    let session = try opened()
    try awaitScreens(1)
    try session.press("G", showing: "3/3", "Unread 3", "third")
  }

  @Test func `opening a thread's message takes the screen to its thread and counts`() throws {
    try program.run("push", "fourth", "--tap-thread", "build")
    let session = try program.screen(showing: "third", "fourth")
    try awaitScreens(1)
    try program.run("open", "@4", ending: 0, printing: "1\n")
    try session.awaitScreen("Thread “build”", "second", without: ["third"])
    #expect(try program.run("stats", "--json").output.contains("\"opened\""))
  }

  @Test func `what is not there is said`() throws {
    for (arguments, told) in [
      (["go", "@99"], "no message '@99'"), (["go", "nope"], "no message 'nope'"),
      (["go", "--thread", "nope"], "no message in the thread 'nope'"),
    ] { try program.run(arguments, ending: 3, saying: told) }
    #expect(try program.run("go").status == 64)
    #expect(try program.run("go", "@1", "--thread", "build").status == 64)
  }

  @Test func `an inbox that is removed is reported, and the next one shown`() throws {
    let session = try opened()
    try awaitScreens(1)
    try FileManager.default.removeItem(atPath: "\(program.path)/inboxes/default")
    try session.awaitScreen("is gone")
    try program.run("push", "a new beginning")
    try session.awaitScreen("a new beginning", "Unread 1", without: ["third"])
    try session.press("m", showing: "Unread  ")
    #expect(try program.run("count").output == "0\n")
  }
}

/// A script that waits, and a person who answers on the screen.
@Suite("questions on the screen", .serialized, .waiting) struct AskScreenTests {
  let program = Program()

  @Test(arguments: ["Q", nil])
  func `a screen that goes away with its menu open answers nothing`(_ key: String?) throws {
    var session: TmuxSession? = try program.screen(showing: "No notifications")
    let asking = try RunningProgram(program, ["ask", "Deploy?"])
    try session?.awaitScreen("? Yes · No")
    try session?.press("a")
    try session?.awaitScreen("y   Yes")
    if let key {
      try session?.press("Escape")
      try session?.awaitScreen("? Yes · No", without: ["y   Yes"])
      try session?.press(key)
      try session?.awaitPrompt()
    } else {
      // The terminal is closed.
      session = nil
    }
    #expect(!asking.hasOutput)
    try program.run("answer", "@1", "No")
    #expect(asking.line() == "No")
    #expect(asking.end() == 0)
  }
}
