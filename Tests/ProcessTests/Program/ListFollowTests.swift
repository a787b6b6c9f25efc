import Foundation
import InboxTestSupport
import Testing

@Suite("list --follow") struct ListFollowTests {
  let program = Program()

  private func follow(_ options: String...) throws -> RunningProgram {
    try RunningProgram(
      program, ["list", "--follow", "--format", "{title} {occurrences}"] + options)
  }

  @Test func `rows come as they arrive, after the last ones, by the filter`() throws {
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

  @Test func `without a number the last ten come first, and none with 0`() throws {
    for index in 1...12 { try program.run("push", "m\(index)") }
    let list = try follow()
    #expect((3...12).map { "m\($0) 1" } == (3...12).map { _ in list.line() })
    let news = try follow("-n", "0")
    try news.awaitOutput { try program.run("push", "new") }
    #expect(news.line()?.hasPrefix("new ") == true)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends it in order`(signal: Int32) throws
  {
    try program.run("push", "x")
    let list = try follow()
    #expect(list.line() == "x 1")
    list.send(signal)
    #expect(list.end() == 0)
  }

  @Test func `a reader that goes away ends it`() throws {
    try program.run("push", "x")
    let list = try follow()
    #expect(list.line() == "x 1")
    try list.closeOutput()
    #expect(list.end() == 128 + SIGPIPE)
  }

  @Test(arguments: ["--json", "--sort=oldest", "nonsense:x"])
  func `what makes no sense in a stream is refused`(option: String) throws {
    #expect(try program.run("list", "--follow", option).status == 64)
  }
}
