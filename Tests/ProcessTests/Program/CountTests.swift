import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import InboxUI
import Testing

@testable import bellboard

@Suite(.waiting) struct CountTests {
  private let program = Program()

  @Test func `followers see the clock bring a message and take it away`() throws {
    let follower = try RunningProgram(program, ["count", "--follow"])
    #expect(follower.line() == "0")
    // So far off that the push is done by then, however busy the machine is.
    let start = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 4).rounded(.up))
    try program.run("push", "always")
    try program.run("push", "later", "--starts-at", RFC3339.string(from: start), "--id", "later")
    #expect(follower.line() == "1")
    #expect(follower.line() == "2")
    #expect(Date() >= start)
    let end = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 4).rounded(.up))
    let late =
      "{\"id\":\"later\",\"title\":\"later\",\"expires_at\":\"\(RFC3339.string(from: end))\"}"
    try program.run("push", "--json", input: late)
    #expect(follower.line() == "1")
    #expect(Date() >= end)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `followers end quietly`(signal: Int32) throws {
    let follower = try RunningProgram(program, ["count", "--follow"])
    #expect(follower.line() == "0")
    follower.send(signal)
    #expect(follower.end() == 0)
  }

  @Test func `help names all that a template can`() throws {
    let count = try program.run("count", "--help").output
    for field in CountReport.templateFields { #expect(count.contains("{\(field.name)}")) }
    let list = try program.run("list", "--help").output
    for field in Message.templateFields { #expect(list.contains("{\(field.name)}")) }
  }

  @Test func `styles make any text safe for where it goes`() {
    #expect(TemplateStyle.apply([.tmux], to: "#(rm) #[x]") == "##(rm) ##[x]")
    #expect(TemplateStyle.apply([.width(4), .json], to: "a\nb\"cde") == "\"a\\nb…\"")
    #expect(TemplateStyle.apply([], to: "a\nb\u{1B}[m").contains("\u{1B}") == false)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends a list that follows in order`(
    signal: Int32
  ) throws {
    try program.run("push", "x")
    let list = try RunningProgram(program, ["list", "--follow", "--format", "{title}"])
    #expect(list.line() == "x")
    list.send(signal)
    #expect(list.end() == 0)
  }
}
