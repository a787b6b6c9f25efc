import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import InboxUI
import Testing

@testable import bellboard

@Suite(.waiting) struct CountTests {
  private let program = Program()

  @Test func `followers print the number at once and whenever another process changes it`() throws {
    try program.run("push", "one")
    let follower = try RunningProgram(program, ["count", "--follow"])
    #expect(follower.line() == "1")
    try program.run("push", "two")
    #expect(follower.line() == "2")
    // Changes another thing than the number, so the next line is of the change after it.
    try program.run("pin", "@1")
    try program.run("read", "--all")
    #expect(follower.line() == "0")
    #expect(try program.run("count").output == "0\n")
  }

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

  @Test func `a bar that is gone ends its follower`() throws {
    let follower = try RunningProgram(program, ["count", "--follow"])
    #expect(follower.line() == "0")
    try follower.closeOutput()
    #expect(follower.end() == 128 + SIGPIPE)
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

  private func follow(_ options: String...) throws -> RunningProgram {
    try RunningProgram(
      program, ["list", "--follow", "--format", "{title} {occurrences}"] + options)
  }

  @Test func `rows of a list that follows come after the last ones, by the filter`() throws {
    for index in 1...3 { try program.run("push", "old \(index)", "--source", "ci") }
    try program.run("pin", "@1")
    let list = try follow("-n", "2", "source:ci")
    #expect([list.line(), list.line()] == ["old 2 1", "old 3 1"])
    try program.run("push", "other")
    try program.run("read", "--all")
    try program.run("push", "new", "--source", "ci/web")
    #expect(list.line() == "new 1")
    try program.run("push", "new", "--source", "ci/web")
    #expect(list.line() == "new 2")
  }

  @Test func `without a number of rows the last ten come first, and none with 0`() throws {
    for index in 1...12 { try program.run("push", "m\(index)") }
    let list = try follow()
    #expect((3...12).map { "m\($0) 1" } == (3...12).map { _ in list.line() })
    let news = try follow("-n", "0")
    try news.awaitOutput { try program.run("push", "new") }
    #expect(news.line()?.hasPrefix("new ") == true)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends a list that follows in order`(
    signal: Int32
  ) throws {
    try program.run("push", "x")
    let list = try follow()
    #expect(list.line() == "x 1")
    list.send(signal)
    #expect(list.end() == 0)
  }

  @Test func `a reader that goes away ends a list that follows`() throws {
    try program.run("push", "x")
    let list = try follow()
    #expect(list.line() == "x 1")
    try list.closeOutput()
    #expect(list.end() == 128 + SIGPIPE)
  }
}
