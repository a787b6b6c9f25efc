import InboxTestSupport
import Testing

/// Sources of `[[expect]]` that are silent.
@Suite(.waiting) struct ExpectedSourceTests {
  private static let expectation = "[[expect]]\nsource = \"cron/backup\"\nevery = \"1s\"\n"
  private static let title = "cron/backup has been silent for"

  private func titles(_ program: Program, _ filter: String = "") throws -> [String] {
    try program.run("list", "--filter", filter, "--format", "{title}").lines
  }

  @Test func `the daemon reports a silence, and the next message of anybody resolves it`() throws {
    let daemon = try RunningDaemon(configuration: Self.expectation)
    try daemon.program.run("push", "--source", "cron/backup", "Saved")
    #expect(try eventually { try titles(daemon.program).contains { $0.hasPrefix(Self.title) } })
    #expect(try titles(daemon.program, "is:resolved").isEmpty)
    let doctor = try daemon.program.run("doctor").output
    #expect(doctor.contains("cron/backup sent its last message on"), "\(doctor)")
    try daemon.program.run("push", "--source", "cron/backup", "Saved again")
    #expect(try titles(daemon.program, "is:resolved").count == 1)
  }

  @Test func `a saved configuration is observed`() throws {
    let daemon = try RunningDaemon()
    try daemon.program.run("push", "--source", "cron/backup", "Saved")
    try daemon.source("http")
    _ = try daemon.program.write(
      "http.listen = [\"127.0.0.1:0\"]\n" + Self.expectation, to: "config.toml")
    #expect(try eventually { try titles(daemon.program).contains { $0.hasPrefix(Self.title) } })
  }

  @Test func `without a daemon an open screen reports it`() throws {
    let program = Program()
    _ = try program.write(Self.expectation, to: "config.toml")
    try program.run("push", "--source", "cron/backup", "Saved")
    _ = try program.screen(showing: Self.title, columns: 100)
  }
}
