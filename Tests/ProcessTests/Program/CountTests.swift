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

  @Test func `a text says something even where a number would not`() throws {
    try program.run("push", "0", "--source", "false")
    let format = "{?title}[{title}]{/}{?source}({source}){/}{!read}none read{/}"
    #expect(try program.run("count", "--format", format).output == "[0](false)none read\n")
    let row = "{?title}[{title}]{/}{?pinned}pinned{/}{!pinned}loose{/}{?priority}!{/}"
    #expect(try program.run("list", "--format", row).output == "[0]loose!\n")
  }

  @Test func `templates tell counts and titles, safely within JSON`() throws {
    try program.run("push", "Disk \"full\" & <b>", "--source", "ops")
    try program.run("push", "", "second")
    try program.run("push", "read one", "--id", "r")
    try program.run("read", "r")
    let format = "{count} {unread}/{total} {read} {class} {source} {title} {titles:json}"
    try program.run(
      "count", "--format", format,
      printing: "2 2/3 1 some cli second \"second\\nDisk \\\"full\\\" & <b>\"\n")
    try program.run(
      "count", "-f", "source:ops", "--format", "{title:markup:9}", printing: "Disk &qu…\n")
    #expect(try program.run("count", "-f", "thread:x", "--format", "{?count}new{/}").output == "\n")
    #expect(try program.run("count", "--format", "{?count}{{{/}{!count}none{/}").output == "{\n")
  }

  @Test func `counts by status obey the filter, but for the statuses that it names`() throws {
    for name in ["a", "b", "c", "d"] {
      try program.run("push", name, "--id", name, "--category", "ops", "--source", "ci")
    }
    try program.run("push", "other")
    try program.run("read", "a")
    try program.run("delete", "b")
    try program.run("snooze", "c", "--for", "1h")
    let format = "{count}: {unread} {read} {total} {deleted} {hidden}"
    func text(_ filter: String...) throws -> String {
      try program.run(["count", "--format", format] + filter).output
    }
    #expect(try text() == "2: 2 1 3 1 1\n")
    #expect(try text("-f", "category:ops") == "2: 1 1 2 1 1\n")
    #expect(try text("-f", "category:ops is:deleted") == "1: 1 1 2 1 1\n")
    #expect(try text("-f", "source:cli") == "1: 1 0 1 0 0\n")
    #expect(try text("-f", "is:read") == "1: 2 1 3 1 1\n")
  }

  @Test func `help names all that a template can`() throws {
    let count = try program.run("count", "--help").output
    for field in CountReport.templateFields { #expect(count.contains("{\(field.name)}")) }
    let list = try program.run("list", "--help").output
    for field in Message.templateFields { #expect(list.contains("{\(field.name)}")) }
  }

  @Test(arguments: ["{nothing}", "{?count}", "{/}", "{count:loud}", "{count"])
  func `a template that cannot be read is wrong usage`(format: String) throws {
    try program.run("count", "--format", format, ending: 64, saying: "--format")
  }

  @Test func `a field of very many styles is refused, as each would double its text`() throws {
    let format = "{count" + String(repeating: ":json", count: 40) + "}"
    try program.run("count", "--format", format, ending: 64, saying: "at most 4 styles")
  }

  @Test func `a template of very many groups within each other is refused`() throws {
    let format =
      String(repeating: "{?count}", count: 10_000) + String(repeating: "{/}", count: 10_000)
    try program.run(
      "count", "--format", format, ending: 64, saying: "more than 16 groups lie within each other")
    let fine = String(repeating: "{!count}", count: 16) + "x" + String(repeating: "{/}", count: 16)
    #expect(try program.run("count", "--format", fine).output == "x\n")
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
